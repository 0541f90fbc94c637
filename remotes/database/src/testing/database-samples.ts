import type {
  CallReply,
  checkImport,
  DatabaseInfo,
  DatabaseProcess,
  DatabaseTable,
  FileEntry,
  SafetyCopy,
  SlowQuery,
  Task,
  VhostInfo,
} from '@sitedeck/contract';

export const MB = 1024 ** 2;

const table = (name: string, rows: number | null, bytes: number): DatabaseTable => ({
  name,
  kind: rows === null ? 'view' : 'table',
  engine: rows === null ? '' : 'InnoDB',
  rows,
  bytes,
  estimated: rows !== null,
  collation: 'utf8mb4_general_ci',
  updatedAt: rows === null ? null : '2026-11-20T08:02:00Z',
});

export const entry = (name: string, type: FileEntry['type'], size = 0): FileEntry => ({
  name,
  type,
  size,
  mtime: 0,
  mode: '644',
  uid: 0,
});

/** A dump of 41 statements, of which those at the given lines are refused. */
export const checkOf = (...refused: readonly number[]): CallReply<typeof checkImport> => ({
  format: 'gz',
  fileBytes: MB,
  bytes: 8 * MB,
  statements: 41,
  charset: 'utf8mb4',
  tables: ['wp_posts', 'wp_new'],
  taken: 1,
  leftOut: { use: 1, database: 0, definer: 0 },
  refused: refused.length,
  refusedSample: refused.map((line) => ({ line, excerpt: 'GRANT ALL ON *.*', why: '不能授权' })),
  quota: 1024 * MB,
  used: 400 * MB,
  fitsQuota: true,
  complete: true,
});

/** A task as in the list of tasks. */
export const taskOf = (given: Partial<Task> & Pick<Task, 'id' | 'taskType' | 'taskStatus'>): Task => {
  const now = new Date().toISOString();
  const isOver = given.taskStatus !== 'WAIT' && given.taskStatus !== 'RUNNING';
  return {
    createTime: now,
    startTime: now,
    // The clock of the page may be a little ahead.
    endTime: isOver ? new Date(Date.now() + 60_000).toISOString() : null,
    notifyStatus: 1,
    preTaskCode: null,
    taskParam: '{}',
    taskInfo: 'empty',
    postStatus: null,
    operator: 'demo',
    progress: {},
    paused: false,
    steps: [],
    ...given,
  };
};

export const copyOf = (taskId: number, taskType: SafetyCopy['taskType']): SafetyCopy => ({
  taskId,
  taskType,
  at: '2026-11-20T08:02:00Z',
  expiresAt: '2026-11-27T08:02:00Z',
  bytes: 2 * MB,
});

export const INFO: DatabaseInfo = {
  engine: { is: 'on', version: '10.11.14' },
  database: {
    name: 'u_vh10001',
    username: 'u_vh10001',
    host: '127.0.0.1',
    port: 3306,
    remoteAddress: null,
    remoteAccess: false,
  },
  quota: 1024 * MB,
  used: 400 * MB,
  tables: 3,
  measuredAt: '2026-11-20T08:15:00Z',
  overQuota: false,
};

export const TABLES = [
  table('wp_options', 1406, 18 * MB),
  table('wp_posts', 12_045, 128 * MB),
  table('wp_totals', null, 0),
];

export const SLOW_QUERY: SlowQuery = {
  statement: 'SELECT * FROM wp_posts WHERE post_content LIKE ?',
  count: 12,
  averageMs: 2300,
  worstMs: 5100,
  lastAt: '2026-11-20T08:02:00Z',
};

export const processOf = (id: number): DatabaseProcess => ({
  id,
  client: 'localhost',
  command: 'Query',
  seconds: 12,
  state: 'executing',
  statement: 'SELECT SLEEP(60)',
});

export const HOST: VhostInfo = {
  serviceStatus: 'NORMAL',
  createdAt: '2026-01-01T00:00:00Z',
  testUrl: '',
  domains: [],
  serverAddresses: [],
  ftp: {
    host: '',
    port: 21,
    user: 'demo',
    enabled: true,
    writable: true,
    served: true,
    tls: 'offered',
    canBeReadOnly: true,
  },
  verify: { password: true, token: false },
};
