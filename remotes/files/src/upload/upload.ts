import { UPLOAD_CHUNK_BYTES, type Fault } from '@sitedeck/contract';
import { Ledger } from './ledger';
import { isInterruption, isUploadOver, pauseBeforeRetry } from './lost-connection';
import { bytesIn, type ByteRange } from './ranges';
import { queryUntilReply, queryOnce, makeFindByPath, sendUnit, type SendContext } from './send-unit';
import { planUpload, type UploadItem, type UploadUnit } from './upload-plan';
import type { UploadServer } from './upload-server';
import { uploadResult, type FileRow, type UploadResult, type UploadSnapshot } from './upload-state';

/**
 * Requests in parallel after the first file: enough to hide the round trip, few enough for a slow connection.
 */
const LANES = 3;

export interface UploadParts {
  readonly server: UploadServer;
  readonly toFault: (error: unknown) => Fault;
  readonly ownFault: SendContext['ownFault'];
  readonly sliceBytes?: number;
  /** Waits before try number `attempt` (from 0). */
  readonly pause?: SendContext['pause'];
  /** Continues this upload: first asks what arrived, which is not sent again. */
  readonly uploadId?: string;
  /** Gets the id of the upload, by which a later page can continue it. */
  readonly onBegun?: (uploadId: string) => void;
}

export interface Upload {
  /** By which the server and its task know it; absent until the server has begun it. */
  readonly id: () => string | undefined;
  readonly snapshot: () => UploadSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Files that are not done; at most `limit`. */
  readonly rows: (limit: number) => readonly FileRow[];
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  /** Gives one file up. */
  readonly remove: (path: string) => void;
  /**
   * Retries a failed file. False if the upload has ended, or the user must choose what to do with a taken
   * name.
   */
  readonly retry: (path: string) => boolean;
  readonly failedItems: () => readonly UploadItem[];
  /** Paths of the files that are done. */
  readonly landed: () => readonly string[];
  /** Paths that were not chosen again. While there are any, the upload stays open on the server. */
  readonly unchosen: () => readonly string[];
  /** Resolves when the upload has ended; rejects with the fault when the server refused to begin it. */
  readonly ended: Promise<UploadResult>;
}

/** Sends `items` into `folder`. A file that fails is marked, the next one goes on. */
export function startUpload(folder: string, items: readonly UploadItem[], parts: UploadParts): Upload {
  const run = new UploadRun(folder, items, parts);
  const { ledger } = run;
  return {
    id: () => run.id,
    snapshot: ledger.snapshot,
    subscribe: ledger.subscribe,
    rows: ledger.rows,
    pause: () => run.pause(),
    resume: () => run.goOn(),
    cancel: () => run.cancel(),
    remove: (path) => run.remove(path),
    retry: (path) => run.retry(path),
    failedItems: ledger.failedItems,
    landed: ledger.landed,
    unchosen: () => run.unchosen.map(({ path }) => path),
    ended: run.ended(),
  };
}

class UploadRun {
  readonly ledger: Ledger;
  unchosen: readonly UploadItem[] = [];
  private readonly stop = new AbortController();
  /** Aborted at each pause. */
  private period = new AbortController();
  private resumed: () => void = () => undefined;
  private queue: UploadUnit[] = [];
  /** Starts a lane for retried files, since idle lanes end. */
  private openLane: () => void = () => undefined;
  private arrived: ReadonlyMap<string, readonly ByteRange[]> = new Map();
  private uploadId: string | undefined;
  private dropped = false;
  /** Whether this page began the upload. */
  private beganHere = false;

  constructor(
    private readonly folder: string,
    items: readonly UploadItem[],
    private readonly parts: UploadParts,
  ) {
    this.ledger = new Ledger(folder, items);
    this.uploadId = parts.uploadId;
  }

  get id(): string | undefined {
    return this.uploadId;
  }

  pause(): void {
    const { is } = this.ledger.snapshot().phase;
    if (is !== 'sending' && is !== 'reconnecting') return;
    this.ledger.enter({ is: 'paused' });
    this.period.abort();
  }

  goOn(): void {
    this.resumed();
  }

  cancel(): void {
    if (this.stop.signal.aborted || this.ledger.snapshot().phase.is === 'ended') return;
    this.ledger.enter({ is: 'cancelling' });
    this.stop.abort();
    this.period.abort();
    this.resumed();
  }

  remove(path: string): void {
    if (this.ledger.remove(path)) this.dropped = true;
  }

  retry(path: string): boolean {
    const isTaken = this.ledger.faultOf(path)?.reason === 'already-exists';
    if (isTaken || this.ledger.snapshot().phase.is === 'ended') return false;
    const item = this.ledger.reopen(path);
    if (item) this.queue.push({ is: 'file', item });
    this.openLane();
    return true;
  }

  async ended(): Promise<UploadResult> {
    const { ledger, stop, parts } = this;
    await this.begin().catch((error: unknown) => {
      ledger.enter({ is: 'ended', result: stop.signal.aborted ? 'STOP' : 'RUNNING_FAIL' });
      throw parts.toFault(error);
    });
    this.unchosen = ledger.leaveUnchosen();
    const halt = await this.sendThroughPauses();
    if (halt?.reason === 'upload-stopped') this.unchosen = [];
    const cancelled = stop.signal.aborted || halt?.reason === 'upload-stopped';
    if (halt && !cancelled) for (const item of ledger.openItems()) ledger.fail(item, halt);
    const result = uploadResult(ledger.failedFiles().length, cancelled);
    if (this.unchosen.length === 0) await this.reportEnd(cancelled);
    ledger.enter({ is: 'ended', result });
    return result;
  }

  /** Asks what has arrived of a continued upload; begins a new one if it is over. */
  private async begin(): Promise<void> {
    if (this.uploadId === undefined) return this.beginNew();
    try {
      await this.learn();
    } catch (error) {
      if (this.stop.signal.aborted || !isUploadOver(this.parts.toFault(error))) throw error;
      await this.beginNew();
    }
  }

  private async beginNew(): Promise<void> {
    const { folder, ledger, stop, parts } = this;
    const open = [...ledger.openItems(), ...this.unchosen];
    const bytes = open.reduce((sum, { size }) => sum + size, 0);
    this.arrived = new Map();
    const request = { folder, files: open.length, bytes, signal: stop.signal };
    this.uploadId = await parts.server.begin(request);
    this.beganHere = true;
    parts.onBegun?.(this.uploadId);
  }

  private async learn(): Promise<void> {
    const context = this.context();
    const known = (await queryOnce(context)) ?? (await queryUntilReply(1, context));
    const find = makeFindByPath(known, this.folder);
    const arrived = new Map<string, readonly ByteRange[]>();
    for (const item of this.ledger.openItems()) {
      const file = find(item);
      if (file?.done) this.ledger.done(item, file.to);
      else {
        arrived.set(item.path, file?.received ?? []);
        this.ledger.confirm(item, bytesIn(file?.received ?? []));
      }
    }
    this.arrived = arrived;
  }

  /** Returns the fault that ended the upload before all its files were tried, if one did. */
  private async sendThroughPauses(): Promise<Fault | undefined> {
    while (!this.isStopped()) {
      this.ledger.enter({ is: 'sending' });
      const halt = await this.sendOpen();
      if (this.isStopped()) return undefined;
      // Files reopened while the last lane ended are still to be sent.
      if (!halt && this.ledger.openItems().length === 0) return undefined;
      const fault = await this.recover(halt);
      if (fault) return fault;
    }
    return undefined;
  }

  /** Prepares to send the rest after a halt. @returns the fault that ends the upload, if it can't continue */
  private async recover(halt: Fault | undefined): Promise<Fault | undefined> {
    if (this.period.signal.aborted) return this.waitForUser(undefined);
    if (!halt) return undefined;
    if (isInterruption(halt)) return this.waitForUser(halt);
    if (!isUploadOver(halt) || this.beganHere) return halt;
    // It ended while no page ran it: the rest goes into a new upload.
    await this.beginNew();
    return undefined;
  }

  /** Waits until the user resumes and the server has reported what arrived. @returns the fault that ends the upload */
  private async waitForUser(halt: Fault | undefined): Promise<Fault | undefined> {
    for (let why = halt; ;) {
      const resumed = new Promise<void>((resolve) => (this.resumed = resolve));
      this.ledger.enter({ is: 'paused', ...(why && { fault: why }) });
      void this.release();
      await resumed;
      if (this.isStopped()) return undefined;
      this.period = new AbortController();
      this.ledger.enter({ is: 'starting' });
      try {
        await this.learn();
        return undefined;
      } catch (error) {
        if (this.isStopped()) return undefined;
        const fault = this.parts.toFault(error);
        const isRestart = this.period.signal.aborted;
        if (!isRestart && !isInterruption(fault)) return fault;
        why = isRestart ? undefined : fault;
      }
    }
  }

  private isStopped(): boolean {
    return this.stop.signal.aborted;
  }

  private async sendOpen(): Promise<Fault | undefined> {
    const context = this.context();
    const { first, rest } = planUpload(this.ledger.openItems(), context.sliceBytes);
    this.queue = rest;
    let halt: Fault | undefined;
    const work = async (queue: UploadUnit[]) => {
      for (let unit = queue.shift(); unit && !halt && !context.signal.aborted; unit = queue.shift()) {
        await sendUnit(unit, context).catch((error: unknown) => {
          halt = context.toFault(error);
        });
      }
    };
    await work(first ? [first] : []);
    const lanes = new Set<Promise<void>>();
    this.openLane = () => {
      if (lanes.size === LANES) return;
      const lane = work(this.queue).finally(() => lanes.delete(lane));
      lanes.add(lane);
    };
    for (let count = 0; count < LANES; count += 1) this.openLane();
    while (lanes.size > 0) await Promise.all(lanes);
    this.openLane = () => undefined;
    return halt;
  }

  private context(): SendContext {
    const { parts, folder, ledger, period, arrived } = this;
    let lost = 0;
    return {
      ...parts,
      folder,
      ledger,
      arrived,
      uploadId: this.uploadId ?? '',
      signal: period.signal,
      sliceBytes: parts.sliceBytes ?? UPLOAD_CHUNK_BYTES,
      pause: parts.pause ?? pauseBeforeRetry,
      onLost(isLost) {
        lost += isLost ? 1 : -1;
        if (!period.signal.aborted) ledger.enter({ is: lost > 0 ? 'reconnecting' : 'sending' });
      },
    };
  }

  /** Best effort: if this call is lost, the lease releases the workspace. */
  private async release(): Promise<void> {
    if (this.uploadId !== undefined) await this.parts.server.pause(this.uploadId).catch(() => undefined);
  }

  /** Best effort: if this call is lost, the lease ends the task. */
  private async reportEnd(cancelled: boolean): Promise<void> {
    const { dropped, ledger, uploadId: id = '' } = this;
    const failed = ledger.failedFiles().map(({ path, fault }) => ({ path, message: fault.message }));
    await this.parts.server.end({ id, cancelled, dropped, failed }).catch(() => undefined);
  }
}
