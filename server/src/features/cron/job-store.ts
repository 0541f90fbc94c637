import { sql, type Selectable } from 'kysely';
import { CRON_RUNS_KEPT, nextCronTime, readCron, type CronRun, type HostCode } from '@sitedeck/contract';
import type { CronJobTable, CronRunTable } from '#state/cron-tables';
import type { Db } from '#state/db';

export type CronJobRow = Selectable<CronJobTable>;
/** A run without its output. */
export type CronRunRow = Omit<Selectable<CronRunTable>, 'output'>;

const RUN_COLUMNS = [
  'id',
  'job_id',
  'state',
  'at',
  'is_manual',
  'started_at',
  'ended_at',
  'exit_status',
  'skipped',
  'output_bytes',
] as const;

export const cronRunOf = (row: CronRunRow): CronRun => ({
  id: row.id,
  state: row.state,
  at: row.at.toISOString(),
  isManual: row.is_manual,
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  exitStatus: row.exit_status,
  skipped: row.skipped,
  outputBytes: row.output_bytes,
});

/** The next time of a stored schedule; null if it has none or can't be read. */
export function nextAt(
  schedule: string,
  { after, zone }: { readonly after: number; readonly zone: string },
): Date | null {
  const reading = readCron(schedule);
  const next = reading.is === 'ok' ? nextCronTime(reading.schedule, after, zone) : undefined;
  return next === undefined ? null : new Date(next);
}

export const readJobs = (db: Db, hostCode: HostCode): Promise<CronJobRow[]> =>
  db.selectFrom('cron_job').selectAll().where('host_code', '=', hostCode).orderBy('id').execute();

export const readJob = (
  db: Db,
  { hostCode, id }: { readonly hostCode: HostCode; readonly id: number },
): Promise<CronJobRow | undefined> =>
  db
    .selectFrom('cron_job')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('id', '=', id)
    .executeTakeFirst();

/** The newest run of each job of a host. */
export async function readLastRuns(db: Db, hostCode: HostCode): Promise<ReadonlyMap<number, CronRunRow>> {
  const rows = await db
    .selectFrom('cron_run')
    .innerJoin('cron_job', 'cron_job.id', 'cron_run.job_id')
    .distinctOn('cron_run.job_id')
    .select(RUN_COLUMNS.map((column) => `cron_run.${column}` as const))
    .where('cron_job.host_code', '=', hostCode)
    .orderBy('cron_run.job_id')
    .orderBy('cron_run.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.job_id, row]));
}

export const readRuns = (db: Db, jobId: number): Promise<CronRunRow[]> =>
  db
    .selectFrom('cron_run')
    .select(RUN_COLUMNS)
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc')
    .limit(CRON_RUNS_KEPT)
    .execute();

interface NewRun {
  readonly jobId: number;
  readonly state: 'waiting' | 'missed';
  readonly at: Date;
  readonly isManual?: boolean;
  /** How many times were missed. */
  readonly skipped?: number;
}

/** Records a run and drops those beyond the number that is kept. Resolves to its id. */
export async function addRun(db: Db, run: NewRun): Promise<number> {
  const { id } = await db
    .insertInto('cron_run')
    .values({
      job_id: run.jobId,
      state: run.state,
      at: run.at,
      is_manual: run.isManual ?? false,
      skipped: run.skipped ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const kept = db
    .selectFrom('cron_run')
    .select('id')
    .where('job_id', '=', run.jobId)
    .orderBy('id', 'desc')
    .limit(CRON_RUNS_KEPT);
  await db.deleteFrom('cron_run').where('job_id', '=', run.jobId).where('id', 'not in', kept).execute();
  return id;
}

export const noteStart = (db: Db, runId: number, at: Date) =>
  db.updateTable('cron_run').set({ state: 'running', started_at: at }).where('id', '=', runId).execute();

/** Counts a scheduled time that is skipped since the job still runs. */
export const noteSkip = (db: Db, runId: number) =>
  db
    .updateTable('cron_run')
    .set({ skipped: sql<number>`skipped + 1` })
    .where('id', '=', runId)
    .execute();

export interface RunEnd {
  readonly state: Exclude<CronRun['state'], 'waiting' | 'running' | 'missed'>;
  readonly at: Date;
  readonly exitStatus?: number | null;
  readonly output?: Buffer;
  readonly outputBytes?: number;
}

export const noteEnd = (db: Db, runId: number, end: RunEnd) =>
  db
    .updateTable('cron_run')
    .set({
      state: end.state,
      ended_at: end.at,
      exit_status: end.exitStatus ?? null,
      output: end.output && end.output.length > 0 ? end.output : null,
      output_bytes: end.outputBytes ?? 0,
    })
    .where('id', '=', runId)
    .execute();

/** For a run that did not get its turn. */
export const noteMissed = (db: Db, runId: number, at: Date) =>
  db
    .updateTable('cron_run')
    .set({ state: 'missed', ended_at: at, skipped: sql<number>`skipped + 1` })
    .where('id', '=', runId)
    .execute();

/** Runs that a killed worker left are over: their cages ended with it. */
export const closeLostRuns = (db: Db, node: string, at: Date) =>
  db
    .updateTable('cron_run')
    .set({ state: 'interrupted', ended_at: at })
    .where('state', 'in', ['waiting', 'running'])
    .where('job_id', 'in', (query) =>
      query
        .selectFrom('cron_job')
        .innerJoin('host', 'host.code', 'cron_job.host_code')
        .select('cron_job.id')
        .where('host.node', '=', node),
    )
    .execute();
