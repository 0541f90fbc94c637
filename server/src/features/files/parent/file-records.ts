import type { Logger } from 'pino';
import { faultMessage, type HostCode } from '@sitedeck/contract';
import type { TaskStore } from '#queue/task-store';
import type { Db } from '#state/db';
import type { StreamReport, UploadReport } from '#files/link/child-messages';
import { isRefusal } from '#faults/refusal';
import { makeMutex } from '#system/concurrency/mutex';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { recordStream } from '../stream-store';
import { UploadRecords } from '../upload-store';

/** Interval of the check for tasks whose lease has expired, ms. */
const SWEEP_MS = 60_000;
/** An upload that receives nothing for this long fails, ms; its parts are removed after the same time. */
const UPLOAD_GIVEN_UP_MS = 24 * 3600_000;

export interface FileRecordParts {
  readonly db: Db;
  readonly node: string;
  readonly store: TaskStore;
  readonly log: Logger;
}

/** Updates the tasks of uploads and streamed archives, which no runner runs. */
export class FileRecords {
  private readonly uploads: UploadRecords;
  private readonly sweeping: Loop;
  private readonly inTurn = makeMutex();

  constructor(private readonly parts: FileRecordParts) {
    this.uploads = new UploadRecords(parts.store, (err) => parts.log.warn({ err }, 'upload not recorded'));
    this.sweeping = repeat(() => this.sweep(), {
      pauseMs: SWEEP_MS,
      startsAtOnce: true,
      onFailed: (err) => parts.log.warn({ err }, 'sweep failed'),
    });
  }

  upload(hostCode: HostCode, report: UploadReport): Promise<void> {
    return this.uploads.report(hostCode, report);
  }

  stream(taskId: number, report: Omit<StreamReport, 'ticket'>): Promise<void> {
    return this.inTurn(() => recordStream(this.parts.store, taskId, report)).catch((err: unknown) => {
      if (!isRefusal(err)) this.parts.log.warn({ err }, 'stream not recorded');
    });
  }

  /** Called for every changed task: ends a stream that a user has cancelled. */
  async cancelled(taskId: number, stop: (taskId: number) => Promise<void>): Promise<void> {
    try {
      const task = await this.parts.store.get(taskId);
      if (task?.type === 'COMPRESS' && task.cancel_requested && task.params['stream'] === true)
        await stop(taskId);
    } catch (err) {
      this.parts.log.warn({ err }, 'cancellation failed');
    }
  }

  async close(): Promise<void> {
    await this.sweeping.stop();
    await this.uploads.settled();
    await this.inTurn(() => Promise.resolve());
  }

  private async sweep(): Promise<void> {
    const { db, node, store } = this.parts;
    const rows = await db
      .selectFrom('task')
      .select(['id', 'type', 'lease_until'])
      .where('node', '=', node)
      .where('status', '=', 'RUNNING')
      .where('type', 'in', ['UPLOAD_FILE', 'COMPRESS'])
      .where('lease_until', '<', new Date())
      .execute();
    for (const { id, type, lease_until } of rows) {
      const age = Date.now() - (lease_until?.getTime() ?? Date.now());
      if (type === 'UPLOAD_FILE' && age < UPLOAD_GIVEN_UP_MS) continue;
      const reason = type === 'UPLOAD_FILE' ? 'upload-cut' : 'download-cut';
      const info = { reason, message: faultMessage(reason, 'zh-CN'), id: `task-${id}` };
      await store.finish(id, { status: 'RUNNING_FAIL', info });
    }
  }
}
