import type { ColumnType, Generated, Selectable } from 'kysely';
import type {
  AccountCode,
  BuiltRemote,
  Claim,
  HostCode,
  Language,
  LoginSource,
  Role,
  ServiceStatus,
  SessionEnding,
  TaskKind,
  TaskCounts,
  TaskStatus,
  TaskStep,
} from '@sitedeck/contract';
import type { AppTables } from './app-tables';
import type { BackupTables } from './backup-tables';
import type { CronTables } from './cron-tables';
import type { EdgeTables } from './edge-tables';
import type { NameTables } from './name-tables';
import type { RegistryTables } from './registry-tables';
import type { ScanTables } from './scan-tables';
import type { ToolTables } from './tool-tables';

type CreationTime = ColumnType<Date, Date | undefined, never>;
/** jsonb. We serialize it ourselves, since the driver would turn arrays into PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>;
type JsonDefault<T> = ColumnType<T, string | undefined, string>;
/** bigint, read as a number (sizes and ids stay below 2^53). */
type Big = number;
type Flag = ColumnType<boolean, boolean | undefined, boolean>;

export interface AccountTable {
  code: AccountCode;
  name: string;
  created_at: CreationTime;
}

export interface HostTable {
  code: HostCode;
  account_code: AccountCode;
  host_name: string;
  password_hash: string;
  uid: number;
  node: string;
  language: Language;
  product_type: string;
  instance_type: string;
  os_type: string;
  plugin: 0 | 1;
  remark: string;
  /** Proves by DNS that a domain belongs to this host's owner. Random, never shown to other hosts. */
  domain_token: Generated<string>;
  contact: JsonDefault<{ email?: string; phone?: string }>;
  disk_quota: Big | null;
  database_quota: Big | null;
  traffic_quota: Big | null;
  /** Limit of entries in one archive. */
  archive_entries: Generated<number>;
  /** Limits of its programs; null: the installation's default. */
  memory_mib: number | null;
  processes: number | null;
  cpu_percent: number | null;
  cpu_weight: number | null;
  io_weight: number | null;
  /** Recipients of mail per hour; null: the default of the installation. */
  mails_per_hour: ColumnType<number | null, number | null | undefined, number | null>;
  /** Set by the provider. */
  suspended: Flag;
  /** Set by the owner; kept while the host is suspended. */
  closed: Flag;
  /** Derived from the two columns above. */
  service_status: ColumnType<ServiceStatus, never, never>;
  ftp_enabled: Flag;
  ftp_writable: Flag;
  created_at: CreationTime;
}

/** The last time that programs of a host reached a limit, one row per resource. */
export interface ShareHitTable {
  host_code: HostCode;
  resource: 'memory' | 'processes';
  at: Date;
  /** The limit that held then: bytes, or a number of processes. */
  limit_value: Big;
  /** Name of the program that was ended; null if unknown. */
  program: string | null;
  /** The control group, and its counter then: a group that is created again counts from zero. */
  group_id: Big;
  counter: Big;
}

/** Disk space of a host's tree when it was last measured. */
export interface HostUsageTable {
  host_code: HostCode;
  bytes: Big;
  /** Number of files, folders and links. */
  files: Big;
  measured_at: Date;
}

/** The database of a host, and its size when it was last measured. */
export interface HostDatabaseTable {
  host_code: HostCode;
  name: string;
  username: string;
  password: string;
  remote_access: Flag;
  /** Whether the engine has created it. */
  made: Flag;
  bytes: ColumnType<Big | null, Big | null | undefined, Big | null>;
  tables: ColumnType<Big | null, Big | null | undefined, Big | null>;
  measured_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  over_quota: Flag;
  /** A replacement of the database that is in progress; each reader validates it. */
  swap: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: CreationTime;
}

/** A removed host's database that the engine still has to drop. */
export interface DroppedDatabaseTable {
  name: string;
  username: string;
  node: string;
  dropped_at: CreationTime;
}

/** Every version of a host's site configuration; the highest is in force. */
export interface SiteConfigTable {
  host_code: HostCode;
  version: number;
  document: Json<unknown>;
  operator: string;
  /** Null without a session: the provider or the product itself created the version. */
  role: Role | null;
  /** Name of the call that created the version; empty for the first one. */
  action: Generated<string>;
  created_at: CreationTime;
}

/** A rewrite rule that a site has saved under a name. */
export interface RewriteRuleTable {
  id: Generated<number>;
  host_code: HostCode;
  name: string;
  content: string;
  changed_at: ColumnType<Date, Date | undefined, Date>;
}

/** A remote that a session loads from `base` instead of from the registry. */
export interface RemoteOverride {
  readonly base: string;
  readonly built: BuiltRemote;
}

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  id_hash: string;
  host_code: HostCode;
  account_code: AccountCode;
  source: LoginSource;
  role: Role;
  operator: string;
  claims: JsonDefault<Claim[]>;
  /** A remote from another origin, only for this session. */
  override: ColumnType<RemoteOverride | null, string | null | undefined, string | null>;
  created_at: CreationTime;
  last_active_at: ColumnType<Date, Date | undefined, Date>;
  expires_at: Date;
}

/** Why a session was ended; kept no longer than the session would have lasted. */
export interface EndedSessionTable {
  id_hash: string;
  host_code: HostCode;
  why: Exclude<SessionEnding, 'session-expired'>;
  expires_at: Date;
}

export interface CaptchaUsedTable {
  rand: string;
  expires_at: Date;
}

export interface LoginFailureTable {
  /**
   * `<name>|<network>`; the name alone sets the captcha's difficulty; `NETWORK|<network>` counts all names,
   * `FTP|<name>` all networks; `KNOWN|<name>|<network>` exists if the name has signed in from there.
   */
  key: string;
  count: number;
  last_at: Date;
}

/** Origins for which embed tokens were made. */
export interface EmbedOriginTable {
  origin: string;
  /** When the last token was made. */
  last_at: Date;
}

/** At most one code per session and host. */
export interface OneTimeCodeTable {
  session_id: string;
  host_code: HostCode;
  /** The call that the code is valid for; null: any call. */
  act: string | null;
  hash: string;
  tries: ColumnType<number, number | undefined, number>;
  expires_at: Date;
}

/** When a host was last sent a code. */
export interface CodeSentTable {
  host_code: HostCode;
  sent_at: Date;
}

export interface AccessTokenTable {
  hash: string;
  kind: 'login' | 'embed' | 'link' | 'backup' | 'image';
  payload: Json<unknown>;
  expires_at: Date;
  used_at: Date | null;
}

export interface ProviderKeyTable {
  name: string;
  hash: string;
  scopes: Json<string[]>;
  created_at: CreationTime;
  revoked_at: Date | null;
}

export interface OperationLogTable {
  id: Generated<Big>;
  at: CreationTime;
  host_code: string | null;
  account_code: string | null;
  operator: string;
  role: string;
  address: string;
  area: string;
  action: string;
  object: string;
  result: string;
  detail: JsonDefault<Readonly<Record<string, unknown>>>;
  request_id: string;
  /** Object, operator and address in lower case, derived by the database, for keyword searches. */
  words: ColumnType<string, never, never>;
}

export interface TaskTable {
  id: Generated<Big>;
  host_code: HostCode;
  node: string;
  type: TaskKind;
  status: ColumnType<TaskStatus, TaskStatus | undefined, TaskStatus>;
  params: JsonDefault<Record<string, unknown>>;
  info: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  progress: JsonDefault<TaskCounts>;
  steps: JsonDefault<TaskStep[]>;
  notify_status: ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
  post_status: ColumnType<string | null, string | null | undefined, string | null>;
  pre_task_code: ColumnType<string | null, string | null | undefined, string | null>;
  operator: string;
  cancel_requested: ColumnType<boolean, boolean | undefined, boolean>;
  /** Until when the workspace lock of a leased task holds; null for other kinds. */
  lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  attempts: ColumnType<number, number | undefined, number>;
  created_at: CreationTime;
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

export interface SecretTable {
  name: string;
  value: string;
  created_at: CreationTime;
}

/** Requests of a host's visitors in one hour (UTC). */
export interface VisitHourTable {
  host_code: HostCode;
  hour: Date;
  requests: Big;
  /** Bytes sent to them. */
  bytes: Big;
  ok: Big;
  redirect: Big;
  client_error: Big;
  server_error: Big;
}

/** The position up to which a host's access log is counted. */
export interface VisitCursorTable {
  host_code: HostCode;
  inode: string;
  at_byte: Big;
  /** Digest of the bytes before the position. */
  tail: string;
  /** When the end of the log was last reached. */
  counted_to: ColumnType<Date | null, Date | undefined, Date | undefined>;
}

export interface Tables
  extends
    AppTables,
    BackupTables,
    CronTables,
    EdgeTables,
    NameTables,
    RegistryTables,
    ScanTables,
    ToolTables {
  account: AccountTable;
  host: HostTable;
  host_usage: HostUsageTable;
  share_hit: ShareHitTable;
  host_database: HostDatabaseTable;
  dropped_database: DroppedDatabaseTable;
  site_config: SiteConfigTable;
  rewrite_rule: RewriteRuleTable;
  session: SessionTable;
  ended_session: EndedSessionTable;
  captcha_used: CaptchaUsedTable;
  login_failure: LoginFailureTable;
  embed_origin: EmbedOriginTable;
  one_time_code: OneTimeCodeTable;
  code_sent: CodeSentTable;
  access_token: AccessTokenTable;
  provider_key: ProviderKeyTable;
  operation_log: OperationLogTable;
  task: TaskTable;
  secret: SecretTable;
  visit_hour: VisitHourTable;
  visit_cursor: VisitCursorTable;
}

export type HostRow = Selectable<HostTable>;
export type OperationRow = Selectable<OperationLogTable>;
export type TaskRow = Selectable<TaskTable>;
export type SessionRow = Selectable<SessionTable>;
