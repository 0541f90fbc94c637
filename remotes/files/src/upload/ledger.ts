import type { Fault } from '@sitedeck/contract';
import { joinPath } from '../paths';
import { makeRateMeter } from './rate-meter';
import type { UploadItem } from './upload-plan';
import {
  uploadRatio,
  type FailedFile,
  type FileRow,
  type UploadPhase,
  type UploadSnapshot,
} from './upload-state';

/** Pause between notifications of listeners, ms; a new phase is reported at once. */
const NOTIFY_EVERY_MS = 200;

interface Request {
  readonly paths: ReadonlySet<string>;
  readonly abort: AbortController;
  sent: number;
}

/** State of each file of one upload, and the totals. */
export class Ledger {
  private readonly byPath: Map<string, UploadItem>;
  private readonly open: Set<string>;
  private readonly arrived: string[] = [];
  private readonly confirmed = new Map<string, number>();
  private readonly failed = new Map<string, Fault>();
  private readonly requests = new Set<Request>();
  private readonly listeners = new Set<() => void>();
  private meter = makeRateMeter();
  private readonly startedAt = Date.now();
  private phase: UploadPhase = { is: 'starting' };
  private uploading: string | undefined;
  private size = 0;
  private totalSize: number;
  private uploaded = 0;
  private latest: UploadSnapshot;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly folder: string,
    items: readonly UploadItem[],
  ) {
    this.byPath = new Map(items.map((item) => [item.path, item]));
    this.open = new Set(this.byPath.keys());
    this.totalSize = items.reduce((sum, { size }) => sum + size, 0);
    this.latest = this.build();
  }

  readonly snapshot = (): UploadSnapshot => this.latest;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  enter(next: UploadPhase): void {
    if (this.phase.is === 'ended') return;
    // The rate from before a pause says nothing about the connection now.
    if (next.is === 'sending' && this.phase.is !== 'sending') this.meter = makeRateMeter();
    this.phase = next;
    this.notify();
  }

  /** Counts the bytes sent by one request until `end`; afterwards only confirmed bytes count. */
  follow(paths: readonly string[]) {
    const request: Request = { paths: new Set(paths), abort: new AbortController(), sent: 0 };
    this.requests.add(request);
    [this.uploading] = paths;
    this.changed();
    return {
      /** Aborts when its only file is given up. */
      signal: request.abort.signal,
      abort: () => request.abort.abort(),
      sent: (sentBytes: number) => {
        request.sent = sentBytes;
        this.changed();
      },
      end: () => this.requests.delete(request),
    };
  }

  /** Sets the bytes of a file that the server has confirmed; the number may decrease. */
  confirm({ path }: UploadItem, confirmedBytes: number): void {
    if (!this.byPath.has(path)) return;
    this.size += confirmedBytes - (this.confirmed.get(path) ?? 0);
    this.confirmed.set(path, confirmedBytes);
    this.changed();
  }

  /** @param to its path, if the server stored it under another name */
  done(item: UploadItem, to?: string): void {
    if (!this.open.delete(item.path)) return;
    this.uploaded += 1;
    this.arrived.push(to ?? joinPath(this.folder, item.path));
    this.confirm(item, item.size);
  }

  fail({ path }: UploadItem, fault: Fault): void {
    if (!this.open.delete(path)) return;
    this.failed.set(path, fault);
    this.changed();
  }

  /** Paths of the files that are done. */
  readonly landed = (): readonly string[] => this.arrived;

  /** Drops a file from the upload. False if it is done. */
  remove(path: string): boolean {
    if (!this.forget(path)) return false;
    for (const { paths, abort } of this.sending(path)) if (paths.size === 1) abort.abort();
    this.notify();
    return true;
  }

  /** Drops files without content from the counts. They stay unfinished until the user chooses them again. @returns them */
  leaveUnchosen(): UploadItem[] {
    const left = this.openItems().filter(({ blob }) => !blob);
    for (const { path } of left) this.forget(path);
    if (left.length > 0) this.notify();
    return left;
  }

  /** Makes a failed file open again, for a retry. */
  reopen(path: string): UploadItem | undefined {
    const item = this.byPath.get(path);
    if (!item || !this.failed.delete(path)) return undefined;
    this.open.add(path);
    this.notify();
    return item;
  }

  /** Sending, failed and waiting files, in that order; at most `limit`. */
  readonly rows = (limit: number): FileRow[] => {
    const active = [...this.requests].flatMap((request) => [...request.paths]);
    const paths = new Set([...active, ...this.failed.keys()]);
    for (const path of this.open) {
      if (paths.size >= limit) break;
      paths.add(path);
    }
    return [...paths]
      .filter((path) => this.open.has(path) || this.failed.has(path))
      .slice(0, limit)
      .flatMap((path) => this.row(path));
  };

  readonly isOpen = ({ path }: UploadItem): boolean => this.open.has(path);

  openItems(): UploadItem[] {
    return [...this.open].flatMap((path) => this.byPath.get(path) ?? []);
  }

  faultOf(path: string): Fault | undefined {
    return this.failed.get(path);
  }

  failedFiles(): FailedFile[] {
    return [...this.failed].map(([path, fault]) => ({ path, fault }));
  }

  readonly failedItems = (): UploadItem[] =>
    [...this.failed.keys()].flatMap((path) => this.byPath.get(path) ?? []);

  private forget(path: string): boolean {
    const item = this.byPath.get(path);
    if (!item || !(this.open.delete(path) || this.failed.delete(path))) return false;
    this.size -= this.confirmed.get(path) ?? 0;
    this.totalSize -= item.size;
    this.byPath.delete(path);
    return true;
  }

  private sending(path: string): Request[] {
    return [...this.requests].filter(({ paths }) => paths.has(path));
  }

  private row(path: string): FileRow[] {
    const item = this.byPath.get(path);
    if (!item) return [];
    const { size } = item;
    const fault = this.failed.get(path);
    const now = this.sending(path);
    // In a request of several files it is unknown whose bytes were sent.
    const sentInOwnRequests = now
      .filter(({ paths }) => paths.size === 1)
      .reduce((sum, { sent }) => sum + sent, 0);
    const sent = Math.min(size, (this.confirmed.get(path) ?? 0) + sentInOwnRequests);
    if (fault) return [{ path, size, sent, state: 'failed', fault }];
    if (this.phase.is === 'cancelling' || this.phase.is === 'ended')
      return [{ path, size, sent, state: 'cancelled' }];
    return [{ path, size, sent, state: now.length > 0 ? 'sending' : 'waiting' }];
  }

  private build(): UploadSnapshot {
    const { folder, startedAt, phase, uploaded, size, totalSize, uploading } = this;
    const counts = { uploaded, total: this.byPath.size, size, totalSize };
    const rate = phase.is === 'sending' ? this.meter.rate() : undefined;
    return {
      folder,
      startedAt,
      phase,
      ...counts,
      ratio: uploadRatio(counts),
      ...(rate !== undefined && { rate }),
      ...(uploading !== undefined && { uploading }),
      failed: this.failedFiles(),
    };
  }

  private notify(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.latest = this.build();
    for (const listener of this.listeners) listener();
  }

  private changed(): void {
    this.meter.add([...this.requests].reduce((sum, { sent }) => sum + sent, this.size));
    this.timer ??= setTimeout(() => this.notify(), NOTIFY_EVERY_MS);
  }
}
