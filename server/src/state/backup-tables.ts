import type { ColumnType, Generated, Selectable } from 'kysely';
import type {
  AccountCode,
  BackupKind,
  BackupPlan,
  BackupReason,
  FaultReason,
  FaultValue,
  HostCode,
  BackupTarget,
} from '@sitedeck/contract';

type Moment = ColumnType<Date, Date | undefined, Date>;
type MaybeMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Count = ColumnType<number, number | undefined, number>;
type Flag = ColumnType<boolean, boolean | undefined, boolean>;
type Json<T> = ColumnType<T, string, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** The reason of a failure, with the values of its message. */
export interface StoredFault {
  readonly reason: FaultReason;
  readonly values?: Readonly<Record<string, FaultValue>>;
}

/** The encrypted repository of a host. It is kept for a grace period after the host is deleted. */
export interface BackupRepositoryTable {
  host_code: HostCode;
  account_code: AccountCode;
  host_name: string;
  /** The node that stores it. */
  node: string;
  password: string;
  /**
   * Passwords before the last rotations, newest first: a target that could not be reached since then still
   * has one of them.
   */
  former_passwords: ColumnType<string[], string | undefined, string>;
  /** Size after the last task. */
  used_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  damaged: Flag;
  checked_at: MaybeMoment;
  created_at: Moment;
  /** When housekeeping found that its host is gone. */
  orphaned_at: MaybeMoment;
}

export interface BackupPointTable {
  id: Generated<number>;
  host_code: HostCode;
  /** `making`: its task runs or was lost. `removing`: hidden from users until its snapshots are removed. */
  state: 'making' | 'ready' | 'removing';
  kind: BackupKind;
  reason: BackupReason;
  note: ColumnType<string, string | undefined, string>;
  created_at: Moment;
  files_snapshot: ColumnType<string | null, string | null | undefined, string | null>;
  database_snapshot: ColumnType<string | null, string | null | undefined, string | null>;
  bytes: Count;
  files: Count;
  database_bytes: Count;
  added_bytes: Count;
  missed: Count;
  kept: Flag;
  verified_at: MaybeMoment;
  /** Fault of the last verification; null if it succeeded. */
  verify_fault: MaybeJson<StoredFault>;
  /** Only safety points expire. */
  expires_at: MaybeMoment;
  /** The restore task that this safety point undoes. */
  undoes: ColumnType<number | null, number | null | undefined, number | null>;
  task_id: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface BackupPlanTable {
  host_code: HostCode;
  document: Json<BackupPlan>;
  next_at: MaybeMoment;
  /** When the newest point is verified next. */
  test_at: MaybeMoment;
  last_at: MaybeMoment;
  last_task: ColumnType<number | null, number | null | undefined, number | null>;
  last_fault: MaybeJson<StoredFault>;
}

export interface BackupTargetTable {
  id: Generated<number>;
  host_code: HostCode;
  name: string;
  enabled: Flag;
  /** The target's address without its secrets. */
  place: Json<BackupTarget['place']>;
  secrets: Json<Readonly<Record<string, string>>>;
  state: ColumnType<BackupTarget['state'], BackupTarget['state'] | undefined, BackupTarget['state']>;
  fault: MaybeJson<StoredFault>;
  attempts: Count;
  retry_at: Moment;
  synced_at: MaybeMoment;
  created_at: Moment;
}

export interface BackupCopyTable {
  target_id: number;
  point_id: number;
  /**
   * When the point was created; identifies it together with its number, since an earlier point may have had
   * the same number.
   */
  made_at: ColumnType<Date, Date, Date>;
  at: Moment;
}

export interface BackupTables {
  backup_repository: BackupRepositoryTable;
  backup_point: BackupPointTable;
  backup_plan: BackupPlanTable;
  backup_target: BackupTargetTable;
  backup_copy: BackupCopyTable;
}

export type RepositoryRow = Selectable<BackupRepositoryTable>;
export type PointRow = Selectable<BackupPointTable>;
export type TargetRow = Selectable<BackupTargetTable>;
