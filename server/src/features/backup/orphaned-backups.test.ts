import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { TEST_KEY } from '#testing/api';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { runHousekeeping } from './worker/repository/housekeeping';
import { applyRetention, startDueVerifications, type PlanTools } from './worker/plan/run-plans';
import { scheduleRemoval, pointsOf } from './point-store';

jest.setTimeout(300_000);

const LOG = pino({ level: 'silent' });
const NEVER = new AbortController().signal;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

describe('backups of deleted hosts', () => {
  let console: BackupConsole;
  let gone: BackupHost;
  let fresh: BackupHost;
  let point: number;

  beforeAll(async () => {
    console = await makeBackupConsole();
    gone = await console.host('gone');
    fresh = await console.host('fresh');
    const file = join(gone.root, 'wwwroot/index.html');
    await writeFile(file, 'from before');
    await chown(file, gone.uid, gone.uid);
    point = Number((await gone.task('create', { kind: 'site' })).info?.['point']);
  });
  afterAll(() => console.close());

  const provider = async (path: string, json?: unknown, key = TEST_KEY): Promise<Reply> => {
    const reply = await fetch(`${console.api.providerUrl}/provider/backups${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const { res } = (await reply.json()) as { res?: unknown };
    return { status: reply.status, body: res };
  };
  const housekeeping = () => runHousekeeping({ tools: console.tools, node: 'local', log: LOG }, NEVER);
  const accountOf = async ({ hostCode }: BackupHost) =>
    console.tools.db
      .selectFrom('host')
      .select('account_code')
      .where('code', '=', hostCode)
      .executeTakeFirstOrThrow();

  it('lists no backups of a host that still exists, and refuses callers without a key', async () => {
    expect((await provider('')).body).toEqual([]);
    expect(await provider(`/${gone.hostCode}/restore`, { point, into: fresh.hostCode })).toMatchObject({
      status: 404,
    });
    expect((await provider('', undefined, 'another')).status).toBe(401);
  });

  it('restores them into another host of the same account, and into no other', async () => {
    const { account_code } = await accountOf(gone);
    await console.tools.db.deleteFrom('host').where('code', '=', gone.hostCode).execute();
    await housekeeping();
    expect((await provider('')).body).toMatchObject([
      {
        hostCode: gone.hostCode,
        hostName: 'gone',
        removedAt: expect.any(String) as unknown,
        points: [{ id: point }],
      },
    ]);
    const request = () => provider(`/${gone.hostCode}/restore`, { point, into: fresh.hostCode });
    expect((await request()).status).toBe(404);
    await console.tools.db
      .updateTable('host')
      .set({ account_code })
      .where('code', '=', fresh.hostCode)
      .execute();
    const { status, body } = await request();
    expect([status, body]).toEqual([200, { taskId: expect.any(Number) as unknown }]);
    const task = await console.api.core.tasks.get((body as { taskId: number }).taskId);
    if (!task) throw new Error('There is no task');
    expect((await console.run(task)).status).toBe('RUNNING_SUCCESS');
    expect(await readFile(join(fresh.root, 'wwwroot/index.html'), 'utf8')).toBe('from before');
  });

  it('handles other hosts while one host has a long read or a plan that fails', async () => {
    const { db, repositories } = console.tools;
    const [busy, free] = [await console.host('busy'), await console.host('free')];
    const made = new Map<BackupHost, number>();
    for (const host of [busy, free]) {
      await writeFile(join(host.root, 'wwwroot/index.html'), 'x');
      made.set(host, Number((await host.task('create', { kind: 'site' })).info?.['point']));
    }
    await scheduleRemoval(db, [...made.values()]);
    let endRead = (): void => undefined;
    const reading = repositories.useShared(busy.hostCode, () => new Promise<void>((end) => (endRead = end)));
    while (!repositories.isBusy(busy.hostCode)) await setImmediate();
    await housekeeping();
    expect(await pointsOf(db, free.hostCode)).toEqual([]);
    expect(await pointsOf(db, busy.hostCode)).toHaveLength(1);
    endRead();
    await reading;
    await housekeeping();
    expect(await pointsOf(db, busy.hostCode)).toEqual([]);

    const attempted: string[] = [];
    for (const host of [busy, free]) {
      expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
      await host.request('plan', {
        schedule: { is: 'daily' },
        kind: 'site',
        keep: { daily: 1, weekly: 0, monthly: 0, yearly: 0 },
        testRestore: 'weekly',
      });
    }
    const parts: PlanTools = {
      ...{ db, node: 'local', log: LOG, now: () => Date.now() + 8 * 24 * 3600_000 },
      enqueue: (_kind, { hostCode }) => {
        attempted.push(hostCode);
        return Promise.reject(new Error('no such queue'));
      },
    };
    await startDueVerifications(parts);
    await applyRetention(parts);
    expect(attempted.sort()).toEqual([busy.hostCode, free.hostCode].sort());
  });
});
