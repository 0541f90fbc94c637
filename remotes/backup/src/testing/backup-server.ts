import {
  browseBackup,
  checkBackups,
  compareBackup,
  consoleCalls,
  createBackup,
  DEFAULT_PLAN,
  deleteBackup,
  deleteLastBackup,
  downloadBackup,
  listBackups,
  listBackupTargets,
  noteBackup,
  previewBackupPlan,
  readBackupPlan,
  removeBackupTarget,
  repairBackups,
  restoreBackup,
  saveBackupPlan,
  saveBackupTarget,
  bringBackPoints,
  listTargetPoints,
  testBackupTarget,
  undoRestore,
  uploadBackup,
  verifyBackup,
  type BackupPlan,
  type BackupPoint,
  type BackupTarget,
  type CallShape,
  type TargetPoint,
} from '@sitedeck/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that came, with what it brought. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly verify: string | undefined;
}

class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail: { readonly reason: string; readonly field?: string; readonly ways?: readonly string[] },
    message: string,
  ) {
    super(message);
  }
}

const fresh = () => ({
  points: [] as BackupPoint[],
  targets: [] as BackupTarget[],
  /** What a target holds. */
  held: [] as TargetPoint[],
  plan: DEFAULT_PLAN,
  tasks: [] as object[],
  damaged: false,
  engine: { is: 'present', version: '0.14.0' } as object,
  /** Calls that changed something, in order. */
  changed: [] as Asked[],
  /** By path: calls there are refused with this until it is taken out. */
  refuse: new Map<string, Refusal>(),
});

/** Backups of one host by the calls of the contract, over real HTTP; each reply is held to its schema. */
export async function openBackupServer() {
  const site = fresh();
  let tasks = 100;
  const begin = () => ({ taskId: (tasks += 1) });
  const foreseen = ({ schedule, keep }: Pick<BackupPlan, 'schedule' | 'keep'>) => {
    if (schedule.is === 'cron' && schedule.cron.split(' ').length !== 5)
      throw new Refusal('400', { reason: 'backup-cron-wrong' }, '计划表达式不正确');
    return {
      next: schedule.is === 'off' ? [] : ['2026-11-22T19:00:00.000Z', '2026-11-23T19:00:00.000Z'],
      removes: keep.daily === 0 ? site.points.map(({ id }) => id) : [],
    };
  };
  const drop = ({ body }: Asked) => {
    site.points = site.points.filter(({ id }) => id !== body['point']);
    return {};
  };
  const proven = (act: (asked: Asked) => unknown) => (asked: Asked) => {
    if (asked.verify === undefined)
      throw new Refusal('403', { reason: 'verify-needed', ways: ['password'] }, '此操作需要验证身份');
    return act(asked);
  };

  const calls: readonly (readonly [CallShape, (asked: Asked) => unknown])[] = [
    [
      listBackups,
      ({ query }) => ({
        engine: site.engine,
        points: site.points.filter(({ kind }) => kind === 'both' || kind === (query.get('kind') ?? kind)),
        usedBytes: site.points.length === 0 ? null : 4_960_687_554,
        savedBytes: 19_842_750_216,
        damaged: site.damaged,
        checkedAt: null,
      }),
    ],
    [createBackup, begin],
    [uploadBackup, begin],
    [restoreBackup, proven(begin)],
    [undoRestore, begin],
    [verifyBackup, begin],
    [checkBackups, begin],
    [repairBackups, begin],
    [
      browseBackup,
      ({ query }) => {
        const path = query.get('path') ?? '/';
        const entry = (name: string, type: string) => ({
          name,
          path: `${path === '/' ? '' : path}/${name}`,
          type,
          size: type === 'file' ? 1234 : 0,
          mtime: 1_763_000_000_000,
          mode: '644',
        });
        const entries =
          path === '/' ? [entry('wwwroot', 'folder')] : [entry('a.php', 'file'), entry('b.php', 'file')];
        return { entries, more: false };
      },
    ],
    [
      compareBackup,
      () => ({
        added: { count: 37, paths: ['/wwwroot/new.php'] },
        changed: { count: 2, paths: ['/wwwroot/index.php'] },
        removed: { count: 0, paths: [] },
        same: 12_000,
      }),
    ],
    [downloadBackup, () => ({ url: '/api/backup/open/token' })],
    [deleteBackup, drop],
    [deleteLastBackup, proven(drop)],
    [
      noteBackup,
      ({ body }) => {
        site.points = site.points.map((point) =>
          point.id === body['point'] ? { ...point, ...body } : point,
        );
        return {};
      },
    ],
    [readBackupPlan, () => ({ ...site.plan, ...foreseen(site.plan), zone: 'Asia/Shanghai', last: null })],
    [previewBackupPlan, ({ body }) => foreseen(body as unknown as BackupPlan)],
    [
      saveBackupPlan,
      ({ body }) => {
        site.plan = body as unknown as BackupPlan;
        return foreseen(site.plan);
      },
    ],
    [listBackupTargets, () => site.targets],
    [listTargetPoints, () => site.held],
    [bringBackPoints, begin],
    [testBackupTarget, () => ({ is: 'confirm-key', fingerprint: 'SHA256:abcdef' })],
    [
      saveBackupTarget,
      ({ body }) => {
        const { privateKey: _secret, ...place } = body['place'] as Record<string, unknown>;
        const target = {
          id: 1,
          name: body['name'],
          enabled: true,
          place,
          state: 'idle',
          syncedAt: null,
          behind: 0,
        };
        site.targets = [target as unknown as BackupTarget];
        return { id: 1 };
      },
    ],
    [
      removeBackupTarget,
      ({ body }) => {
        site.targets = site.targets.filter(({ id }) => id !== body['id']);
        return {};
      },
    ],
    [
      consoleCalls.captchaChallenge,
      () => ({
        captchaRand: 'rand',
        algorithm: 'SHA-256',
        challenge: '',
        salt: '',
        maxnumber: 1,
        signature: '',
      }),
    ],
  ];

  function answer(asked: Asked): unknown {
    if (asked.path.startsWith('/api/task/queryList/')) return site.tasks;
    const found = calls.find(([{ method, path }]) => method === asked.method && path === asked.path);
    if (!found) throw new Refusal('404', { reason: 'not-found' }, 'not found');
    const [def, reply] = found;
    const refusal = site.refuse.get(def.path);
    if (refusal) throw refusal;
    const res = reply(asked);
    if (def.effect === 'change') site.changed.push(asked);
    return def.reply.parse(res);
  }

  const server = createServer((request, response) => void tell(request, response));
  async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allow(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let text = '';
    for await (const bytes of request) text += String(bytes);
    const url = new URL(request.url ?? '/', 'http://site');
    const verify = request.headers['x-verify'];
    try {
      const res = answer({
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
        verify: typeof verify === 'string' ? verify : undefined,
      });
      response.end(JSON.stringify({ code: '200', res, msg: '' }));
    } catch (error) {
      const { code, detail, message } =
        error instanceof Refusal ? error : new Refusal('500', { reason: 'internal' }, String(error));
      response.end(JSON.stringify({ code, res: detail, msg: message }));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    site,
    reset: () => Object.assign(site, fresh()),
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    /** Changes that were made, by their paths. */
    changes: () => site.changed.map(({ path }) => path.replace('/api/backup/', '')),
    refuse: (path: string, reason: string, message: string) =>
      site.refuse.set(path, new Refusal('400', { reason }, message)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The page under test has another origin than this server. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
}
