import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { DATABASE_QUERY, DATABASE_CHANGE, DATABASE_READ } from './call';
import {
  EXPORT_FORMATS,
  IMPORT_MODES,
  REPLACED_TEXT_MAX,
  REPLACED_TEXT_MIN,
  TABLE_NAME_MAX,
  TABLES_MAX,
} from './terms';

/** Name of a table as the engine stores it; always quoted in statements. */
const TableName = z.string().min(1).max(TABLE_NAME_MAX);
const Started = z.object({ taskId: z.number().int() });

/**
 * `on`: the database exists and answers. `missing`: the node has no MariaDB. `down`: it does not answer now. `none`:
 * the host's plan includes no database. `making`: it is about to be created.
 */
export const DATABASE_STATES = ['on', 'missing', 'down', 'none', 'making'] as const;

export const DatabaseInfo = z.object({
  engine: z.object({
    is: z.enum(DATABASE_STATES),
    /** For example `10.11.14`; absent if no engine answers. */
    version: z.string().optional(),
    /** The command that installs the missing engine. */
    install: z.string().optional(),
  }),
  /** Null if the host has no database. */
  database: z
    .object({
      name: z.string(),
      username: z.string(),
      /** The address for an application on the same machine. */
      host: z.string(),
      port: z.number().int(),
      /** `host:port` for remote clients; null while remote access is off or no listener serves it. */
      remoteAddress: z.string().nullable(),
      /** Whether remote clients must use TLS. */
      remoteAccess: z.boolean(),
    })
    .nullable(),
  /** Bytes; null without a limit. */
  quota: z.number().nullable(),
  /** Bytes of data and indexes; null before the first measurement. */
  used: z.number().nullable(),
  tables: z.number().nullable(),
  /** ISO 8601, UTC. */
  measuredAt: z.string().nullable(),
  /** Over its quota: the engine refuses to store more; deleting stays possible. */
  overQuota: z.boolean(),
});
export type DatabaseInfo = z.infer<typeof DatabaseInfo>;

export const readDatabase = defineCall({
  ...DATABASE_READ,
  path: '/api/database/info',
  summary: 'Name, address, user and quota of the host’s database, and whether the engine responds',
  /** `fresh`: measure now instead of returning the last measurement. */
  query: z.object({ fresh: z.enum(['true', 'false']).default('false') }),
  reply: DatabaseInfo,
});

export const setRemoteAccess = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/remoteAccess',
  summary: 'Allow or forbid remote access to the database; TLS is required',
  body: z.strictObject({ enabled: z.boolean() }),
  reply: z.object({ enabled: z.boolean(), remoteAddress: z.string().nullable() }),
});

export const DatabaseTable = z.object({
  name: z.string(),
  kind: z.enum(['table', 'view']),
  /** Empty for a view. */
  engine: z.string(),
  /** Null for a view. */
  rows: z.number().nullable(),
  /** Data and indexes. */
  bytes: z.number(),
  /** Whether rows and bytes are the engine's estimates, as with InnoDB. */
  estimated: z.boolean(),
  collation: z.string(),
  /** ISO 8601; null if the engine does not know. */
  updatedAt: z.string().nullable(),
});
export type DatabaseTable = z.infer<typeof DatabaseTable>;

export const listTables = defineCall({
  ...DATABASE_READ,
  /** An embedded backup page may list table names, and nothing else of a database. */
  embed: ['database', 'backup'],
  path: '/api/database/tables',
  summary: 'Tables and views with rows and sizes',
  reply: z.object({ tables: z.array(DatabaseTable), bytes: z.number() }),
});

export const SlowQuery = z.object({
  /** The statement with `?` in place of every value. */
  statement: z.string(),
  count: z.number().int(),
  averageMs: z.number(),
  worstMs: z.number(),
  /** ISO 8601, UTC. */
  lastAt: z.string(),
});
export type SlowQuery = z.infer<typeof SlowQuery>;

export const listSlowQueries = defineCall({
  ...DATABASE_READ,
  path: '/api/database/slowQueries',
  summary: 'Slow queries of this database, highest total time first, without their values',
  reply: z.object({
    /** False if the engine keeps no readable log. */
    kept: z.boolean(),
    /** Shortest duration of a slow query, ms. */
    thresholdMs: z.number(),
    queries: z.array(SlowQuery),
  }),
});

export const DatabaseProcess = z.object({
  id: z.number().int(),
  /** Address of the client, without its port. */
  client: z.string(),
  command: z.string(),
  /** How long the connection has been in its present state, s. */
  seconds: z.number(),
  state: z.string(),
  /** Beginning of the statement; empty while the connection is idle. */
  statement: z.string(),
});
export type DatabaseProcess = z.infer<typeof DatabaseProcess>;

export const listProcesses = defineCall({
  ...DATABASE_READ,
  path: '/api/database/processes',
  passive: true,
  summary: 'Connections of the database user and their statements',
  reply: z.object({
    processes: z.array(DatabaseProcess),
    /** Maximum number of simultaneous connections. */ limit: z.number(),
  }),
});

export const killProcess = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/processes/kill',
  summary: 'End a connection of the database user and its running statement',
  passesLock: true,
  body: z.strictObject({ id: z.number().int().positive() }),
  reply: z.object({}),
});

/** Text encoding of a dump that names none itself; `auto` reads UTF-8 and refuses anything else. */
export const DUMP_CHARSETS = ['auto', 'utf8', 'gbk', 'big5', 'sjis', 'latin1'] as const;
const DumpCharset = z.enum(DUMP_CHARSETS).default('auto');

/** A file of the host: `.sql`, `.sql.gz`, `.sql.zst`, or a `.zip` that holds one `.sql`. */
const DumpFile = z.object({ path: SitePath, charset: DumpCharset });

const RefusedStatement = z.object({
  line: z.number().int(),
  /** Beginning of the statement. */
  excerpt: z.string(),
  /** Why it is refused, in the reader's language. */
  why: z.string(),
});
export type RefusedStatement = z.infer<typeof RefusedStatement>;

export const checkImport = defineCall({
  ...DATABASE_QUERY,
  path: '/api/database/import/check',
  summary: 'Preview an import: sizes, encoding and refused statements; changes nothing',
  body: DumpFile,
  reply: z.object({
    format: z.enum(['sql', 'gz', 'zst', 'zip']),
    /** Name of the entry in a zip. */
    entry: z.string().optional(),
    /** Size of the file, and of its unpacked content. */
    fileBytes: z.number(),
    bytes: z.number(),
    statements: z.number().int(),
    /** Encoding that the import uses: the one the dump names, otherwise the chosen one. */
    charset: z.string(),
    /** A better choice of encoding: every byte is valid UTF-8, but the file would be read as a two-byte encoding. */
    likely: z.enum(DUMP_CHARSETS).optional(),
    /** Tables that the dump creates, at most a thousand. */
    tables: z.array(z.string()),
    /** How many of those tables already exist. */
    taken: z.number().int(),
    /** Statements that are safely skipped: they create, drop or choose the database, or name an owner (`DEFINER`). */
    leftOut: z.object({ use: z.number(), database: z.number(), definer: z.number() }),
    /** Statements that would make the import fail: their number, and the first ones. */
    refused: z.number().int(),
    refusedSample: z.array(RefusedStatement),
    quota: z.number().nullable(),
    used: z.number().nullable(),
    /** Whether its size exceeds the quota; an estimate, since indexes take more space. */
    fitsQuota: z.boolean(),
    /** False if scanning the complete file would take too long: the figures cover only its beginning. */
    complete: z.boolean(),
  }),
});

export const importDatabase = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/import',
  summary:
    'Import a dump, as a task; a safety copy is created first, and nothing changes unless the complete import succeeds',
  body: DumpFile.extend({ mode: z.enum(IMPORT_MODES).default('merge') }),
  taskKind: 'DB_IMPORT',
  reply: Started,
});

export const exportDatabase = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/export',
  summary: 'Export all or some tables to a file on the host, as a task',
  passesLock: true,
  body: z.object({
    /** By default all tables. */
    tables: z.array(TableName).min(1).max(TABLES_MAX).optional(),
    format: z.enum(EXPORT_FORMATS).default('sql.gz'),
    /** A folder or a file; an existing file is never overwritten. By default a new file in `/data/exports`. */
    to: SitePath.optional(),
  }),
  taskKind: 'DB_EXPORT',
  reply: Started.extend({ /** Where it will be. */ path: z.string() }),
});

export const emptyDatabase = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/empty',
  summary: 'Remove all tables, as a task; a safety copy is created first and can be restored for 7 days',
  verify: true,
  taskKind: 'DB_EMPTY',
  reply: Started,
});

export const SafetyCopy = z.object({
  /** The task before which the copy was made. */
  taskId: z.number().int(),
  taskType: z.enum(['DB_IMPORT', 'DB_EMPTY', 'DB_REPLACE', 'DB_BACKUP_RESTORE']),
  /** That task undid one of this type, so undoing it is a redo. */
  isUndo: z.literal(true).optional(),
  /** ISO 8601, UTC. */
  at: z.string(),
  expiresAt: z.string(),
  /** Compressed. */
  bytes: z.number(),
});
export type SafetyCopy = z.infer<typeof SafetyCopy>;

export const listSafetyCopies = defineCall({
  ...DATABASE_READ,
  path: '/api/database/safety',
  summary: 'Safety copies from before imports, resets and replacements, newest first',
  reply: z.object({ copies: z.array(SafetyCopy) }),
});

export const undoDatabase = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/undo',
  summary: 'Restore the database to its state before a task; the current state is saved first',
  body: z.strictObject({ taskId: z.number().int().positive() }),
  taskKind: 'DB_IMPORT',
  reply: Started,
});

/** A text to find in every table, and its replacement. */
const Replacement = z.object({
  from: z.string().min(REPLACED_TEXT_MIN).max(REPLACED_TEXT_MAX),
  to: z.string().max(REPLACED_TEXT_MAX),
  tables: z.array(TableName).min(1).max(TABLES_MAX).optional(),
});

export const checkReplaceUrl = defineCall({
  ...DATABASE_QUERY,
  path: '/api/database/replaceUrl/check',
  summary: 'Preview a text replacement, table by table',
  body: Replacement,
  reply: z.object({
    tables: z.array(
      z.object({
        name: z.string(),
        rows: z.number().int(),
        /** How many of them hold serialised PHP, whose lengths are rewritten. */
        serialised: z.number().int(),
        /** False: the table has no primary key to identify its rows, so it is skipped. */
        keyed: z.boolean(),
      }),
    ),
    rows: z.number().int(),
    complete: z.boolean(),
  }),
});

export const replaceUrl = defineCall({
  ...DATABASE_CHANGE,
  path: '/api/database/replaceUrl',
  summary:
    'Replace a text in all tables, including serialized PHP, as a task; a safety copy is created first',
  body: Replacement,
  taskKind: 'DB_REPLACE',
  reply: Started,
});
