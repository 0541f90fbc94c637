import type { HostCode } from '@sitedeck/contract';
import type { Logger } from 'pino';
import type { TargetRow } from '#state/backup-tables';
import type { BackupWork } from '../backup-work';
import { goneCopies } from './copy-store';
import { syncTarget, type CopyWish } from './copy-to-target';

/** Targets that are copied to at once, one of each host. */
const AT_ONCE = 4;
/** While others wait a copy has its place no longer than this, ms: what it brought until then it need not bring again. */
const TURN_MS = 3600_000;

/** Whether a target lacks a point of its host. */
async function lacksPoint({ db }: BackupWork, { id, host_code }: TargetRow): Promise<boolean> {
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

/** Targets of a node that lack a point, or hold one that is gone here, and whose turn it is; those that failed come last. */
async function dueTargets(work: BackupWork, node: string): Promise<TargetRow[]> {
  const { db, now } = work;
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
    if ((await lacksPoint(work, row)) || (await goneCopies(db, row)).length > 0) due.push(row);
  return due;
}

export interface CopyParts {
  readonly work: BackupWork;
  readonly node: string;
  readonly log: Logger;
  readonly atOnce?: number;
}

interface UnderWay {
  readonly since: number;
  readonly turn: AbortController;
  readonly done: Promise<void>;
}

/**
 * Copies follow behind and hold up nobody. One target of each host at a time, a few of all: one that never answers keeps
 * its own host's waiting, and is given up; one that takes long gives its place to those who wait.
 */
export class Copies {
  private readonly underWay = new Map<HostCode, UnderWay>();

  constructor(private readonly parts: CopyParts) {}

  /**
   * Begins what is due, as far as there is room, and waits for none of it.
   * @returns how many have begun
   */
  async begin(wish: CopyWish): Promise<number> {
    const { work, node, atOnce = AT_ONCE } = this.parts;
    let begun = 0;
    for (const target of await dueTargets(work, node)) {
      if (wish.signal.aborted) break;
      if (this.underWay.has(target.host_code)) continue;
      if (this.underWay.size >= atOnce) {
        this.endTurn();
        break;
      }
      this.start(target, wish);
      begun += 1;
    }
    return begun;
  }

  /** Once all that has been begun has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
  }

  private start(target: TargetRow, wish: CopyWish): void {
    const { work } = this.parts;
    const turn = new AbortController();
    const signal = AbortSignal.any([wish.signal, turn.signal]);
    const done = this.copy(target, { ...wish, signal }).finally(() => this.underWay.delete(target.host_code));
    this.underWay.set(target.host_code, { since: work.now(), turn, done });
  }

  /** Whoever waits gets the place that comes free by this with a later look. */
  private endTurn(): void {
    const now = this.parts.work.now();
    const longest = [...this.underWay.values()]
      .filter(({ since, turn }) => now - since >= TURN_MS && !turn.signal.aborted)
      .sort((one, other) => one.since - other.since);
    longest[0]?.turn.abort();
  }

  private async copy(target: TargetRow, wish: CopyWish): Promise<void> {
    const { work, log } = this.parts;
    await syncTarget(work, target, wish).catch((err: unknown) => {
      if (!wish.signal.aborted) log.warn({ err, target: target.id }, 'copies not brought up to date');
    });
  }
}
