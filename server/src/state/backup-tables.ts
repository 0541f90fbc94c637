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

/** Why something failed, with the values of its words. */
export interface StoredFault {
  readonly reason: FaultReason;
  readonly values?: Readonly<Record<string, FaultValue>>;
}

/** The encrypted repository of a host. It outlives the host for a grace time. */
export interface BackupRepositoryTable {
  host_code: HostCode;
  account_code: AccountCode;
  host_name: string;
  /** Where it lies. */
  node: string;
  password: string;
  /** Before the last rotations, the newest first: a target that was out of reach since still has one of these. */
  former_passwords: ColumnType<string[], string | undefined, string>;
  /** As measured after the last task. */
  used_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  damaged: Flag;
  checked_at: MaybeMoment;
  created_at: Moment;
  /** When its host was found to be gone. */
  orphaned_at: MaybeMoment;
}

export interface BackupPointTable {
  id: Generated<number>;
  host_code: HostCode;
  /** `making`: its task runs, or was lost. `removing`: hidden from users, its snapshots are about to go. */
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
  /** Of the last test; null where it went well. */
  verify_fault: MaybeJson<StoredFault>;
  /** Of safety points. */
  expires_at: MaybeMoment;
  /** Task of the restore that it undoes. */
  undoes: ColumnType<number | null, number | null | undefined, number | null>;
  task_id: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface BackupPlanTable {
  host_code: HostCode;
  document: Json<BackupPlan>;
  next_at: MaybeMoment;
  /** When the newest point is tested next. */
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
  /** Without its secrets. */
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
  /** When the point came into being: its number may have been another's too. */
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
