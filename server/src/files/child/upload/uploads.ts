import { UPLOAD_STALE_MS, type CallReply, type CallRequest, type uploadStatus } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { LINE_LIMIT, MANY_MARKS_MAX } from '#files/link/child-messages';
import type { Disk } from '../disk';
import { removeTree } from '../tree/remove-tree';
import { walk, type Folder } from '../tree/walk';
import { ensureFolder, TMP_FOLDER } from '../tree/work-folder';
import type { FileState } from './known-files';
import { Upload } from './upload';

const UPLOADS_FOLDER = '.sitedeck-uploads';
/** Number of open uploads; the least recently used one is closed first, and read again when needed. */
const KEPT_OPEN = 16;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** JSON commas and brackets per file in a reply, and per range. */
const FILE_MARKS = 8;
const RANGE_MARKS = 3;
const REPLY_CHARACTERS = LINE_LIMIT / 4;

/** As many files as fit into one reply: the sender sends the others again. */
function filesForReply(files: readonly FileState[]): FileState[] {
  let [marks, characters] = [FILE_MARKS, 0];
  const fitting: FileState[] = [];
  for (const file of files) {
    marks += FILE_MARKS + RANGE_MARKS * file.received.length;
    characters += file.path.length + (file.to?.length ?? 0);
    if (marks > MANY_MARKS_MAX || characters > REPLY_CHARACTERS) break;
    fitting.push(file);
  }
  return fitting;
}

/** The uploads of one host, by id. */
export class Uploads {
  private readonly open = new Map<string, Upload>();
  private readonly stopped = new Set<string>();

  constructor(private readonly disk: Disk) {}

  /** Refuses if this upload's slices are no longer accepted. */
  check(id: string): void {
    if (!ID.test(id))
      throw new Refusal('bad-input', { field: 'X-Upload-Id', values: { field: 'X-Upload-Id' } });
    if (this.stopped.has(id)) throw new Refusal('upload-stopped');
  }

  /** Works with an upload; creates it if it is unknown. */
  async use<T>(id: string, work: (upload: Upload) => Promise<T>): Promise<T> {
    this.check(id);
    if (this.open.get(id)?.isGone) this.close(id);
    const upload = this.opened(id) ?? this.keep(id, (folder) => ensureFolder(folder, id, 0o700));
    upload.hold();
    try {
      return await work(upload);
    } finally {
      upload.release();
    }
  }

  status({ id }: CallRequest<typeof uploadStatus>['body']): CallReply<typeof uploadStatus> {
    const upload = this.find(id);
    if (!upload) throw new Refusal('upload-unknown');
    const files = filesForReply(upload.files()).map((file) => ({
      ...file,
      received: file.received.map(([from, to]) => [from, to] as [number, number]),
    }));
    return { id, files };
  }

  counts(id: string) {
    return this.find(id)?.counts() ?? { files: 0, open: 0, bytes: 0 };
  }

  /** Refuses further slices and removes the parts; files that are complete stay. */
  async stop(id: string, signal: AbortSignal): Promise<void> {
    if (!ID.test(id)) return;
    this.stopped.add(id);
    this.open.get(id)?.stop();
    this.close(id);
    using folder = this.folder();
    await removeTree({ folder, name: id, aside: folder, signal });
  }

  /** Removes uploads that receive nothing any more. */
  async sweep(signal: AbortSignal): Promise<void> {
    using folder = this.folder();
    for (const name of folder.names()) {
      if (Date.now() - lastTouched(folder, name) < UPLOAD_STALE_MS) continue;
      this.close(name.toString());
      await removeTree({ folder, name, aside: folder, signal });
    }
  }

  private find(id: string): Upload | undefined {
    if (!ID.test(id) || this.stopped.has(id)) return undefined;
    if (this.open.get(id)?.isGone) this.close(id);
    const opened = this.opened(id);
    if (opened) return opened;
    using folder = this.folder();
    return folder.lstat(id) ? this.keep(id, () => walk(folder, [id])) : undefined;
  }

  private opened(id: string): Upload | undefined {
    const upload = this.open.get(id);
    if (!upload) return undefined;
    this.open.delete(id);
    this.open.set(id, upload);
    return upload;
  }

  private keep(id: string, enter: (uploads: Folder) => Folder): Upload {
    using uploads = this.folder();
    const upload = Upload.open(id, this.disk, enter(uploads));
    this.open.set(id, upload);
    const [oldest] = this.open.keys();
    if (this.open.size > KEPT_OPEN && oldest !== undefined) this.close(oldest);
    return upload;
  }

  private close(id: string): void {
    this.open.get(id)?.close();
    this.open.delete(id);
  }

  private folder(): Folder {
    using tmp = walk(this.disk.root, [TMP_FOLDER]);
    return ensureFolder(tmp, UPLOADS_FOLDER, 0o700);
  }
}

function lastTouched(uploads: Folder, name: string | Buffer): number {
  const own = uploads.lstat(name);
  if (!own?.isDirectory()) return 0;
  using folder = uploads.enter(name);
  return Math.max(own.mtimeMs, ...folder.names().map((inner) => folder.lstat(inner)?.mtimeMs ?? 0));
}
