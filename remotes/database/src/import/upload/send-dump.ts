import {
  beginUpload,
  endUpload,
  HASH_LATER,
  UPLOAD_CHUNK_BYTES,
  uploadBody,
  uploadHeaders,
  uploadSlice,
  uploadStatus,
  type CallReply,
  type Fault,
} from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { contentHash, isUnreadable } from '@sitedeck/sdk/content-hash';

/** Of the site's private files, so that no visitor gets them; the folder is made where it is not there. */
const ROOT = '/data';
const FOLDER = 'imports';

/** The request did not get through, or the node was restarting: the same request may succeed later. */
const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'engine-down',
  'upload-cut',
  'incomplete',
  '429',
  '502',
  '503',
  '504',
]);
const isPassing = ({ reason, code }: Fault): boolean => PASSING.has(reason) || PASSING.has(code);
/** Tries in a row that bring nothing. */
const TRIES = 12;
const PAUSE_MS = 500;
const LONGEST_MS = 15_000;

export interface DumpUpload {
  readonly file: File;
  readonly signal: AbortSignal;
  /** Bytes that have left so far, and whether they are on hold since the line is down. */
  readonly onSent: (bytes: number, isLost: boolean) => void;
}

type SentFile = Pick<CallReply<typeof uploadStatus>['files'][number], 'path' | 'done' | 'to'>;

/** One file on its way to the host. It can be sent on after a fault: what arrived stays there for a while. */
export class DumpSender {
  private id: string | undefined;
  /** Of the upload, while it is not known whether there is one. */
  private begun: Promise<unknown> = Promise.resolve();
  private hash: Promise<string> | undefined;
  private arrived = 0;

  constructor(private readonly upload: DumpUpload) {}

  private get path(): string {
    return `${FOLDER}/${this.upload.file.name}`;
  }

  /** Resolves with where the file stands. Rejects with what `toFault` understands; `UNREADABLE` can't be tried again. */
  async send(): Promise<string> {
    const placed = this.id === undefined ? await this.begin() : await this.learn(this.id);
    if (placed !== undefined) return placed;
    try {
      return await this.sendThroughLosses();
    } catch (error) {
      if (toFault(error).reason !== 'hash-mismatch') throw error;
      // What did not pass the check is sent once more as a whole: the file may have changed meanwhile.
      this.arrived = 0;
      this.hash = undefined;
      return await this.sendThroughLosses();
    }
  }

  /** Nothing of it is left on the host. */
  async cancel(): Promise<void> {
    await this.begun.catch(() => undefined);
    if (this.id === undefined) return;
    const body = { id: this.id, cancelled: true, failed: [], dropped: true };
    await call(endUpload, { body }, { quiet: true }).catch(() => undefined);
  }

  private async sendThroughLosses(): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const before = this.arrived;
      try {
        return await this.sendRest(this.id ?? '');
      } catch (error) {
        if (this.arrived > before) tries = 1;
        const again = await this.overcome(error, tries);
        if (again !== undefined) return again;
      }
    }
  }

  private async begin(): Promise<undefined> {
    const { file, signal } = this.upload;
    const body = { path: ROOT, files: 1, bytes: file.size };
    // Waited for also by who cancels: only by its answer can the upload be ended.
    const begun = call(beginUpload, { body }, { quiet: true });
    this.begun = begun;
    this.id = (await begun).id;
    this.arrived = 0;
    signal.throwIfAborted();
  }

  /** What arrived of it. @returns where it stands, where all of it did */
  private async learn(id: string): Promise<string | undefined> {
    const { signal } = this.upload;
    try {
      const { files } = await call(uploadStatus, { body: { id } }, { signal, quiet: true });
      const [known] = files;
      if (known?.done) return known.to ?? known.path;
      const [first] = known?.received ?? [];
      this.arrived = first?.[0] === 0 ? first[1] : 0;
      return undefined;
    } catch (error) {
      const { reason } = toFault(error);
      if (reason !== 'upload-unknown' && reason !== 'upload-stopped') throw error;
      return this.begin();
    }
  }

  private async overcome(error: unknown, tries: number): Promise<string | undefined> {
    const { file, signal, onSent } = this.upload;
    if (signal.aborted) throw error;
    if (await isUnreadable(file)) throw UNREADABLE;
    if (!isPassing(toFault(error)) || tries >= TRIES || this.id === undefined) throw error;
    onSent(this.arrived, true);
    await pause(Math.min(LONGEST_MS, PAUSE_MS * 2 ** (tries - 1)), signal);
    signal.throwIfAborted();
    return this.learn(this.id).catch((failure: unknown) => {
      if (signal.aborted || !isPassing(toFault(failure))) throw failure;
      return undefined;
    });
  }

  /** Read once, beside the sending; waited for with the last slice. */
  private hashed(): Promise<string> {
    const { file, signal } = this.upload;
    const hash = this.hash ?? contentHash(file, signal);
    this.hash = hash;
    hash.catch(() => (this.hash = undefined));
    return hash;
  }

  private async sendRest(id: string): Promise<string> {
    const { size } = this.upload.file;
    void this.hashed();
    // All of it is there and yet not in its place: its last slice makes the server look again.
    if (this.arrived === size) this.arrived = Math.max(0, size - UPLOAD_CHUNK_BYTES);
    for (;;) {
      const to = Math.min(size, this.arrived + UPLOAD_CHUNK_BYTES);
      const sent = await this.sendSlice(id, [this.arrived, to]);
      this.arrived = to;
      if (sent?.done) return sent.to ?? sent.path;
      if (to === size) throw INCOMPLETE;
    }
  }

  /** A name that is taken stays what it is: the file gets another one. */
  private async sendSlice(id: string, [from, to]: [number, number]): Promise<SentFile | undefined> {
    const { file, signal, onSent } = this.upload;
    const hash = to === file.size ? await this.hashed() : HASH_LATER;
    const items = [{ path: this.path, blob: file.slice(from, to), hash, ifExists: 'both' }] as const;
    const body = uploadBody({ items });
    const headers = uploadHeaders({ uploadId: id, items, range: { slice: [from, to], total: file.size } });
    const around = body.size - (to - from);
    const onUploadProgress = ({ loaded }: { readonly loaded: number }) =>
      onSent(Math.min(to, from + Math.max(0, loaded - around)), false);
    const options = { signal, quiet: true, headers, onUploadProgress };
    const { files } = await call(uploadSlice, { query: { path: ROOT }, body }, options);
    const [sent] = files;
    if (sent?.failed !== undefined) throw refused(sent.failed, sent.reason);
    onSent(to, false);
    return sent;
  }
}

/** Moved, changed or deleted since it was chosen. */
export const UNREADABLE: Fault = { code: '0', reason: 'file-unreadable', message: '' };

/** Everything was sent and yet the server does not say the file is complete. */
const INCOMPLETE: Fault = { code: '500', reason: 'incomplete', message: '' };

const refused = (message: string, reason = 'file-refused'): Fault => ({ code: '400', reason, message });

/** Sooner where nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
