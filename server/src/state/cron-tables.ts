import type { ColumnType, Generated } from 'kysely';
import type { CronRun, HostCode } from '@sitedeck/contract';

type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A scheduled job of a host's owner. */
export interface CronJobTable {
  id: Generated<number>;
  host_code: HostCode;
  name: string;
  /** As in crontab. */
  schedule: string;
  command: string;
  is_on: ColumnType<boolean, boolean | undefined, boolean>;
  /** When it is due; null: never, since it is off. */
  next_at: TimeOrNull;
  created_at: ColumnType<Date, Date | undefined, never>;
}

/** A run of a job, or the times that it missed. */
export interface CronRunTable {
  id: Generated<number>;
  job_id: number;
  state: CronRun['state'];
  /** When it was due, or requested. */
  at: ColumnType<Date, Date, never>;
  is_manual: ColumnType<boolean, boolean | undefined, never>;
  started_at: TimeOrNull;
  ended_at: TimeOrNull;
  /** Null: a signal ended it, or it has none. */
  exit_status: ColumnType<number | null, number | null | undefined, number | null>;
  /** Scheduled times that were skipped while it ran, or missed. */
  skipped: ColumnType<number, number | undefined, number>;
  /** The end of what it printed; null: nothing. */
  output: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** Bytes that it printed, also those that are not kept. */
  output_bytes: ColumnType<number, number | undefined, number>;
}

/** Scheduled jobs. */
export interface CronTables {
  cron_job: CronJobTable;
  cron_run: CronRunTable;
}
