import type { HostCode } from '@sitedeck/contract';
import type { Logger } from 'pino';
import type { TargetRow } from '#state/backup-tables';
import type { BackupTools } from '../tools';
import { goneCopies } from './copy-store';
import { syncTarget, type SyncOptions } from './copy-to-target';

/** Most targets that are copied to at once, one per host. */
const AT_ONCE = 4;
/** While other targets wait, a copy is stopped after this long, ms. It continues later and need not send anything twice. */
const TURN_MS = 3600_000;

/** Whether a target lacks a point of its host. */
async function lacksPoint({ db }: BackupTools, { id, host_code }: TargetRow): Promise<boolean> {
  const lacking = await db
    .selectFrom('backup_point')
    .leftJoin('backup_copy', (join) =>
      join.onRef('backup_copy.point_id', '=', 'backup_point.id').on('backup_copy.target_id', '=', id),
    )
    .select('backup_point.id')
    .where('backup_point.host_code', '=', host_code)
    .where('backup_point.state', '=', 'ready')
    .where('backup_copy.point_id', 'is', null)
    .executeTakeFirst();
  return lacking !== undefined;
}

/** Targets of a node that lack a point or hold a removed one, and whose retry time has come; failed ones last. */
async function dueTargets(tools: BackupTools, node: string): Promise<TargetRow[]> {
  const { db, now } = tools;
  const rows = await db
    .selectFrom('backup_target')
    .innerJoin('host', 'host.code', 'backup_target.host_code')
    .innerJoin('backup_repository', 'backup_repository.host_code', 'backup_target.host_code')
    .selectAll('backup_target')
    .where('host.node', '=', node)
    .where('enabled', '=', true)
    .where('retry_at', '<=', new Date(now()))
    .orderBy('attempts')
    .orderBy('retry_at')
    .orderBy('backup_target.id')
    .execute();
  const due: TargetRow[] = [];
  for (const row of rows)
    if ((await lacksPoint(tools, row)) || (await goneCopies(db, row)).length > 0) due.push(row);
  return due;
}

export interface CopyQueueParts {
  readonly tools: BackupTools;
  readonly node: string;
  readonly log: Logger;
  readonly atOnce?: number;
}

interface RunningCopy {
  readonly since: number;
  readonly turn: AbortController;
  readonly done: Promise<void>;
}

/**
 * Copies points to targets in the background: a few targets at once, one per host. A target that never answers delays only
 * its own host's other targets, until it times out. A copy that takes long is stopped in favour of waiting targets.
 */
export class CopyQueue {
  private readonly running = new Map<HostCode, RunningCopy>();

  constructor(private readonly parts: CopyQueueParts) {}

  /**
   * Starts copying to due targets, up to the limit, and does not wait for them.
   * @returns how many were started
   */
  async startDue(options: SyncOptions): Promise<number> {
    const { tools, node, atOnce = AT_ONCE } = this.parts;
    let started = 0;
    for (const target of await dueTargets(tools, node)) {
      if (options.signal.aborted) break;
      if (this.running.has(target.host_code)) continue;
      if (this.running.size >= atOnce) {
        this.stopLongestRunning();
        break;
      }
      this.start(target, options);
      started += 1;
    }
    return started;
  }

  /** Resolves when every started copy has ended. */
  async settled(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private start(target: TargetRow, options: SyncOptions): void {
    const { tools } = this.parts;
    const turn = new AbortController();
    const signal = AbortSignal.any([options.signal, turn.signal]);
    const done = this.copy(target, { ...options, signal }).finally(() =>
      this.running.delete(target.host_code),
    );
    this.running.set(target.host_code, { since: tools.now(), turn, done });
  }

  /** Stops the longest running copy if its turn is over; a waiting target starts with a later poll. */
  private stopLongestRunning(): void {
    const now = this.parts.tools.now();
    const overdue = [...this.running.values()]
      .filter(({ since, turn }) => now - since >= TURN_MS && !turn.signal.aborted)
      .sort((one, other) => one.since - other.since);
    overdue[0]?.turn.abort();
  }

  private async copy(target: TargetRow, options: SyncOptions): Promise<void> {
    const { tools, log } = this.parts;
    await syncTarget(tools, target, options).catch((err: unknown) => {
      if (!options.signal.aborted) log.warn({ err, target: target.id }, 'copy to a target failed');
    });
  }
}
