import {
  extractArchive,
  SitePath,
  type CallReply,
  type listFolder,
  type listVersions,
  type previewReplace,
  type readVersion,
  type removeFile,
} from '@sitedeck/contract';
import { sendFiles } from './child-requests';
import type { FileHosts, TestHost } from './file-hosts';
import type { FileVerb } from '#files/link/protocol';
import { numbersOf } from './random-numbers';

const FOLDERS = 4;
const NAMES = 12;

interface BinnedFile {
  readonly id: string;
  readonly path: string;
  readonly content: string;
}

const ACTS = [
  'write',
  'write',
  'upload',
  'rename',
  'copy',
  'copyFolder',
  'discard',
  'restore',
  'remove',
  'goBack',
  'replace',
  'pack',
  'giveUp',
  'check',
] as const;

/** Works with every verb in its own folder, and knows the expected content. */
export class SoakClient {
  /** Expected contents by path below the host's root. */
  readonly files = new Map<string, string>();
  acts = 0;
  private readonly binned: BinnedFile[] = [];
  private readonly below: (below: number) => number;
  private readonly home: string;

  constructor(
    private readonly hosts: FileHosts,
    private readonly host: TestHost,
    private readonly number: number,
  ) {
    this.below = numbersOf(number + 1);
    this.home = `/wwwroot/c${number}`;
  }

  async begin(): Promise<void> {
    for (let folder = 0; folder < FOLDERS; folder += 1)
      await this.request('makeFolder', { path: this.folder(folder) });
  }

  /** Runs one random action. */
  async act(): Promise<void> {
    const act = ACTS[this.below(ACTS.length)] ?? 'check';
    this.acts += 1;
    await this[act]().catch((error: unknown) => {
      throw new Error(`client ${this.number}, act ${this.acts}: ${act}`, { cause: error });
    });
  }

  private folder(number = this.below(FOLDERS)): string {
    return `${this.home}/d${number}`;
  }

  private readonly any = (): string => `${this.folder()}/f${this.below(NAMES)}.txt`;

  private known(): string | undefined {
    return [...this.files.keys()].filter((path) => /f\d+\.txt$/.test(path))[this.below(this.files.size)];
  }

  private content(): string {
    return `alpha ${this.number} ${this.acts} ${'x'.repeat(this.below(20_000))}\n`;
  }

  /** Every refusal is a bug: no other client works in this folder. */
  private async request<Reply>(verb: FileVerb, body: object): Promise<Reply> {
    const reply = await this.hosts.request(this.host, verb, body);
    if (typeof reply === 'string') throw new Error(`${verb} ${JSON.stringify(body)}: ${reply}`);
    return reply as Reply;
  }

  async write(): Promise<void> {
    const [path, content] = [this.any(), this.content()];
    await this.request('writeText', { path, content });
    this.files.set(path, content);
  }

  async upload(): Promise<void> {
    const [path, content] = [this.any(), this.content()];
    const control = { signal: new AbortController().signal, progress: () => undefined };
    const { socket } = await this.hosts.parent.handlers.ensureChild(this.host.target, control);
    const [folder, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const id = `soak-${this.number}-${this.acts}`;
    const { code } = await sendFiles({ socket, id, folder }, [{ name, bytes: Buffer.from(content) }]);
    if (code !== '200') throw new Error(`upload: ${code}`);
    this.files.set(path, content);
  }

  async rename(): Promise<void> {
    const [path, to] = [this.known(), this.any()];
    if (path === undefined || path === to) return;
    await this.request('renameFile', { path, to, ifExists: 'overwrite' });
    this.files.set(to, this.files.get(path) ?? '');
    this.files.delete(path);
  }

  async copy(): Promise<void> {
    const [path, to] = [this.known(), this.any()];
    if (path === undefined || path === to) return;
    await this.request('copyFile', { path, to, ifExists: 'overwrite' });
    this.files.set(to, this.files.get(path) ?? '');
  }

  private inside(folder: string): [string, string][] {
    return [...this.files].filter(([path]) => path.startsWith(`${folder}/`));
  }

  /** The replaced folder goes to the bin. */
  async copyFolder(): Promise<void> {
    const [path, to] = [this.folder(), this.folder()];
    if (path === to) return;
    await this.request('copyFile', { path, to, ifExists: 'overwrite' });
    for (const [gone] of this.inside(to)) this.files.delete(gone);
    for (const [own, content] of this.inside(path)) this.files.set(to + own.slice(path.length), content);
  }

  async discard(): Promise<void> {
    const path = this.known();
    if (path === undefined) return;
    const body = { paths: [path], with_self: true, bin: true };
    const { kept } = await this.request<CallReply<typeof removeFile>>('removeFile', body);
    for (const { id } of kept) this.binned.push({ id, path, content: this.files.get(path) ?? '' });
    this.files.delete(path);
  }

  async restore(): Promise<void> {
    const last = this.binned.pop();
    if (!last) return;
    await this.request('restoreFromBin', { ids: [last.id], ifExists: 'overwrite' });
    this.files.set(last.path, last.content);
  }

  async remove(): Promise<void> {
    const path = this.known();
    if (path === undefined) return;
    await this.request('removeFile', { paths: [path] });
    this.files.delete(path);
  }

  async goBack(): Promise<void> {
    const path = this.known();
    if (path === undefined) return;
    const { versions } = await this.request<CallReply<typeof listVersions>>('listVersions', { path });
    const id = versions[this.below(versions.length)]?.id;
    if (id === undefined) return;
    const { content } = await this.request<CallReply<typeof readVersion>>('readVersion', { path, id });
    await this.request('restoreVersions', { files: [{ path, id }] });
    this.files.set(path, content);
  }

  async replace(): Promise<void> {
    const path = this.known();
    if (path === undefined) return;
    const [text, replacement] = this.below(2) === 0 ? ['alpha', 'beta'] : ['beta', 'alpha'];
    const request = { text, replacement, matchCase: true };
    const preview = await this.request<CallReply<typeof previewReplace>>('previewReplace', {
      ...request,
      paths: [path],
    });
    const files = preview.files.map(({ version }) => ({ path, version }));
    if (files.length === 0) return;
    await this.request('replaceInFiles', { ...request, files });
    this.files.set(path, (this.files.get(path) ?? '').replaceAll(text, replacement));
  }

  /** The extracted copy stays next to the packed original. */
  async pack(): Promise<void> {
    const ending = ['zip', 'tar.gz'][this.below(2)] ?? 'zip';
    const [from, archive, to] = [this.folder(), `/data/c${this.number}.${ending}`, `${this.home}/unpacked`];
    await this.compress(from, archive, new AbortController().signal);
    const taskId = this.number * 1_000_000 + this.acts;
    const body = extractArchive.body.parse({ path: archive, to });
    const control = { signal: new AbortController().signal, progress: () => undefined };
    const { handlers } = this.hosts.parent;
    await handlers.extract({ ...this.host.target, ...body, taskId }, control);
    await handlers.dropExtracted({ ...this.host.target, taskId }, control);
    await this.request('removeFile', { paths: [archive] });
    const packed = from.slice(from.lastIndexOf('/'));
    for (const [own, content] of this.inside(from))
      this.files.set(`${to}${packed}${own.slice(from.length)}`, content);
  }

  private compress(from: string, to: string, signal: AbortSignal): Promise<unknown> {
    const request = { ...this.host.target, paths: [SitePath.parse(from)], to: SitePath.parse(to) };
    return this.hosts.parent.handlers.compress(request, { signal, progress: () => undefined });
  }

  /** Cancelled at any moment, an archive is complete or missing. */
  async giveUp(): Promise<void> {
    const controller = new AbortController();
    const archive = `/data/given-up-${this.number}.zip`;
    const packing = this.compress(this.home, archive, controller.signal).then(
      () => true,
      () => false,
    );
    setTimeout(() => controller.abort(), this.below(20));
    if (await packing) await this.request('removeFile', { paths: [archive] });
  }

  /** Lists, searches and measures, and checks the results. */
  async check(): Promise<void> {
    const folder = this.folder();
    const { total } = await this.request<CallReply<typeof listFolder>>('listFolder', { path: folder });
    const events: unknown[] = [];
    const control = {
      signal: new AbortController().signal,
      progress: ({ events: some }: { events: unknown[] }) => void events.push(...some),
    };
    const { handlers } = this.hosts.parent;
    const search = { stream: 'searchFiles', body: { path: folder, name: '.txt' } } as const;
    await handlers.stream({ ...this.host.target, ...search }, control);
    const found = events.filter((event) => JSON.stringify(event).includes('"is":"found"')).length;
    const sizes = { stream: 'measureFolders', body: { paths: [this.home] } } as const;
    await handlers.stream({ ...this.host.target, ...sizes }, control);
    const own = this.inside(folder).length;
    if (total !== own || found !== own)
      throw new Error(`${folder}: listed ${total}, found ${found}, has ${own}`);
  }
}
