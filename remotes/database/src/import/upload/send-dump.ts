import {
  beginUpload,
  endUpload,
  HASH_LATER,
  pauseUpload,
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

/** The site's private folder, which visitors can't reach. The upload creates the subfolder. */
const ROOT = '/data';
const FOLDER = 'imports';

/** The request was lost or the node restarted: the same request may succeed later. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'offline',
  'engine-down',
  'upload-cut',
  'incomplete',
  '429',
  '502',
  '503',
  '504',
]);
const isRetryable = ({ reason, code }: Fault): boolean => RETRYABLE.has(reason) || RETRYABLE.has(code);
/** Attempts in a row without progress. */
const TRIES_MAX = 12;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 15_000;

export interface DumpUpload {
  readonly file: File;
  readonly signal: AbortSignal;
  /** Bytes sent so far, and whether sending pauses because the connection is lost. */
  readonly onSent: (bytes: number, isLost: boolean) => void;
}

type SentFile = Pick<CallReply<typeof uploadStatus>['files'][number], 'path' | 'done' | 'to'>;

/** Uploads one file. After a fault it can resume, because the server keeps what arrived for a while. */
export class DumpSender {
  private id: string | undefined;
  /** The pending call that begins the upload; `cancel` waits for it. */
  private pendingBegin: Promise<unknown> = Promise.resolve();
  private hash: Promise<string> | undefined;
  private arrived = 0;

  constructor(private readonly upload: DumpUpload) {}

  private get path(): string {
    return `${FOLDER}/${this.upload.file.name}`;
  }

  /**
   * Resolves with the file's path. Rejects with an error for `toFault`; after `UNREADABLE` a retry is
   * useless.
   */
  async send(): Promise<string> {
    try {
      return await this.sendAll();
    } catch (error) {
      await this.unlock();
      throw error;
    }
  }

  private async sendAll(): Promise<string> {
    const placed = this.id === undefined ? await this.begin() : await this.readStatus(this.id);
    if (placed !== undefined) return placed;
    try {
      return await this.sendWithRetries();
    } catch (error) {
      if (toFault(error).reason !== 'hash-mismatch') throw error;
      // The hash did not match, perhaps because the file changed meanwhile: send all of it once more.
      this.arrived = 0;
      this.hash = undefined;
      return await this.sendWithRetries();
    }
  }

  /** Removes the upload from the host. */
  async cancel(): Promise<void> {
    await this.pendingBegin.catch(() => undefined);
    if (this.id === undefined) return;
    const body = { id: this.id, cancelled: true, failed: [], dropped: true };
    await call(endUpload, { body }, { quiet: true }).catch(() => undefined);
  }

  /** Releases the workspace lock until the user retries, so that other changes of the site need not wait. */
  private async unlock(): Promise<void> {
    if (this.id === undefined || this.upload.signal.aborted) return;
    await call(pauseUpload, { body: { id: this.id } }, { quiet: true }).catch(() => undefined);
  }

  private async sendWithRetries(): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const before = this.arrived;
      try {
        return await this.sendRest(this.id ?? '');
      } catch (error) {
        if (this.arrived > before) tries = 1;
        const resumed = await this.waitAndResume(error, tries);
        if (resumed !== undefined) return resumed;
      }
    }
  }

  private async begin(): Promise<undefined> {
    const { file, signal } = this.upload;
    const body = { path: ROOT, files: 1, bytes: file.size };
    // Not aborted by `signal`: `cancel` needs the id in the reply to end the upload.
    const begun = call(beginUpload, { body }, { quiet: true });
    this.pendingBegin = begun;
    this.id = (await begun).id;
    this.arrived = 0;
    signal.throwIfAborted();
  }

  /** Asks what has arrived. @returns the file's path if all of it has */
  private async readStatus(id: string): Promise<string | undefined> {
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

  private async waitAndResume(error: unknown, tries: number): Promise<string | undefined> {
    const { file, signal, onSent } = this.upload;
    if (signal.aborted) throw error;
    if (await isUnreadable(file)) throw UNREADABLE;
    if (!isRetryable(toFault(error)) || tries >= TRIES_MAX || this.id === undefined) throw error;
    onSent(this.arrived, true);
    await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (tries - 1)), signal);
    signal.throwIfAborted();
    return this.readStatus(this.id).catch((failure: unknown) => {
      if (signal.aborted || !isRetryable(toFault(failure))) throw failure;
      return undefined;
    });
  }

  /** Hashes the file once, while it is being sent; needed for the last slice. */
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
    // All bytes arrived but the file is not complete: sending the last slice makes the server check again.
    if (this.arrived === size) this.arrived = Math.max(0, size - UPLOAD_CHUNK_BYTES);
    for (;;) {
      const to = Math.min(size, this.arrived + UPLOAD_CHUNK_BYTES);
      const sent = await this.sendSlice(id, [this.arrived, to]);
      this.arrived = to;
      if (sent?.done) return sent.to ?? sent.path;
      if (to === size) throw INCOMPLETE;
    }
  }

  /** Never replaces a file: if the name is taken, the server chooses another one. */
  private async sendSlice(id: string, [from, to]: [number, number]): Promise<SentFile | undefined> {
    const { file, signal, onSent } = this.upload;
    const hash = to === file.size ? await this.hashed() : HASH_LATER;
    const items = [{ path: this.path, blob: file.slice(from, to), hash, ifExists: 'both' }] as const;
    const body = uploadBody({ items });
    const headers = uploadHeaders({ uploadId: id, items, range: { slice: [from, to], total: file.size } });
    const overhead = body.size - (to - from);
    const onUploadProgress = ({ loaded }: { readonly loaded: number }) =>
      onSent(Math.min(to, from + Math.max(0, loaded - overhead)), false);
    const options = { signal, quiet: true, headers, onUploadProgress };
    const { files } = await call(uploadSlice, { query: { path: ROOT }, body }, options);
    const [sent] = files;
    if (sent?.failed !== undefined) throw refused(sent.failed, sent.reason);
    onSent(to, false);
    return sent;
  }
}

/** The file was moved, changed or deleted since it was chosen. */
export const UNREADABLE: Fault = { code: '0', reason: 'file-unreadable', message: '' };

/** All bytes were sent, but the server does not report the file as complete. */
const INCOMPLETE: Fault = { code: '500', reason: 'incomplete', message: '' };

const refused = (message: string, reason = 'file-refused'): Fault => ({ code: '400', reason, message });

/** Ends early when `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
