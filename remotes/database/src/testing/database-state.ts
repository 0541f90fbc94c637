import type {
  CallReply,
  checkImport,
  checkReplaceUrl,
  DatabaseInfo,
  DatabaseProcess,
  DatabaseTable,
  FileEntry,
  SafetyCopy,
  SlowQuery,
  Task,
  VhostInfo,
} from '@sitedeck/contract';

const MB = 1024 ** 2;

/** What the server of the tests holds. */
export interface DatabaseState {
  info: DatabaseInfo;
  tables: readonly DatabaseTable[];
  slow: readonly SlowQuery[];
  processes: readonly DatabaseProcess[];
  copies: readonly SafetyCopy[];
  tasks: readonly Task[];
  password: string;
  /** Files of the site in which a password stands. */
  /** There are others. */
  moreHolders: boolean;
  holders: Readonly<Record<string, readonly { readonly path: string; readonly lines: number }[]>>;
  files: Readonly<Record<string, readonly FileEntry[]>>;
  checks: Readonly<Record<string, CallReply<typeof checkImport>>>;
  /** Bytes of an upload that have come, and where its file stands where its name was taken. */
  arrived: number;
  placed?: string;
  /** How often what has come is not what was meant. */
  spoilt: number;
  found: CallReply<typeof checkReplaceUrl>;
  host: VhostInfo;
}

const table = (name: string, rows: number | null, bytes: number): DatabaseTable => ({
  name,
  kind: rows === null ? 'view' : 'table',
  engine: rows === null ? '' : 'InnoDB',
  rows,
  bytes,
  collation: 'utf8mb4_general_ci',
  updatedAt: rows === null ? null : '2026-11-20T08:02:00Z',
});

const entry = (name: string, type: FileEntry['type'], size = 0): FileEntry => ({
  name,
  type,
  size,
  mtime: 0,
  mode: '644',
  uid: 0,
});

const check = (refused: readonly number[]): CallReply<typeof checkImport> => ({
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

/** A task as the list of tasks tells it. */
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

export const startState = (): DatabaseState => ({
  info: {
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
  },
  tables: [
    table('wp_options', 1406, 18 * MB),
    table('wp_posts', 12_045, 128 * MB),
    table('wp_totals', null, 0),
  ],
  slow: [
    {
      statement: 'SELECT * FROM wp_posts WHERE post_content LIKE ?',
      count: 12,
      averageMs: 2300,
      worstMs: 5100,
      lastAt: '2026-11-20T08:02:00Z',
    },
  ],
  processes: [
    {
      id: 31,
      client: 'localhost',
      command: 'Query',
      seconds: 12,
      state: 'executing',
      statement: 'SELECT SLEEP(60)',
    },
    { id: 32, client: '203.0.113.9', command: 'Sleep', seconds: 3, state: '', statement: '' },
  ],
  copies: [],
  tasks: [],
  password: 'old-password',
  moreHolders: false,
  holders: {
    'old-password': [
      { path: '/wwwroot/old/config.php', lines: 1 },
      { path: '/wwwroot/wp-config.php', lines: 2 },
    ],
  },
  files: {
    '/': [entry('data', 'folder'), entry('readme.txt', 'file', 5)],
    '/data': [entry('bad.sql', 'file', MB), entry('good.sql.gz', 'file', MB), entry('photo.jpg', 'file', MB)],
  },
  arrived: 0,
  spoilt: 0,
  checks: { '/data/bad.sql': check([17]), '/data/good.sql.gz': check([]) },
  found: {
    tables: [
      { name: 'wp_options', rows: 4, serialised: 3, keyed: true },
      { name: 'wp_log', rows: 9, serialised: 0, keyed: false },
    ],
    rows: 4,
    complete: true,
  },
  host: {
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
  },
});
