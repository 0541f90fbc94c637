import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import type { FaultReason } from '@sitedeck/contract';
import type { AppTools } from '#features/apps/worker/tools';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { prefixedTables } from '#features/database/worker/prefixed-tables';
import type { TaskRow } from '#state/tables';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import { makeAppHost, type AppHost } from '#testing/app-host';
import { fileChildPid } from '#testing/find-file-child';
import { findProcesses } from '#testing/find-processes';
import { itCaged } from '#testing/it-caged';

jest.setTimeout(300_000);

const ONE = { 'index.php': '<?php echo 1;' };
const LARGE = { ...ONE, 'large.bin': 'x'.repeat(3_000_000) };
const QUOTA_BYTES = 2_000_000;
/** Argument of a program that tests look for. */
const SECONDS = '98713';

let made: AppConsole;
let host: AppHost;
beforeAll(async () => {
  made = await makeAppConsole();
});
afterAll(() => made.close());

/** Runs with tools as another machine would have them. */
async function withTools<Value>(changes: Partial<AppTools>, act: () => Promise<Value>): Promise<Value> {
  const before = { ...made.tools };
  Object.assign(made.tools, changes);
  try {
    return await act();
  } finally {
    Object.assign(made.tools, before);
  }
}
async function expectAsBefore(act: () => Promise<TaskRow>): Promise<TaskRow> {
  const before = await host.state();
  const task = await act();
  expect(await host.state()).toEqual(before);
  return task;
}
async function expectRefused(reason: FaultReason, act = () => host.install()): Promise<string> {
  const task = await expectAsBefore(act);
  expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason } });
  return z.object({ message: z.string() }).parse(task.info).message;
}
const idOf = async () => (await host.installed())[0]?.id ?? 0;
const update = async (version: string) => host.task('/api/apps/update', { id: await idOf(), version });
const check = (changes: object = {}) =>
  host.request('/api/apps/check', {
    ...{ act: 'install', app: 'notes', folder: '/wwwroot/notes', prefix: 'notes_', ...changes },
  });

describe('an app on a host that is almost full', () => {
  itCaged('is neither installed nor updated beyond the quota, and leaves all as it was', async () => {
    host = await makeAppHost(made, { quotaBytes: QUOTA_BYTES });
    await host.put('wwwroot/mine.txt', 'mine');
    await host.issue('1.0', LARGE);
    expect(await check()).toMatchObject({ room: { needed: 3_000_013, free: expect.any(Number) as unknown } });
    expect(await expectRefused('over-quota')).toBe(FAULT_MESSAGES['over-quota']['zh-CN']);
    const setup = "<?php file_put_contents('cache.bin', str_repeat('x', 3000000));";
    await host.issue('1.0', ONE, { setup });
    await expectRefused('over-quota');
    await host.issue('1.0', ONE);
    expect((await host.install()).status).toBe('RUNNING_SUCCESS');
    await host.issue('2.0', LARGE);
    await expectRefused('over-quota', () => update('2.0'));
    expect(await host.rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).toEqual([]);
  });
});

describe('a setup program', () => {
  const limits = { setupMs: 1500, examinationMs: 20_000 };
  const table =
    "$w = json_decode(stream_get_contents(STDIN), true); $d = $w['database']; (new mysqli($d['host'], $d['user'], $d['password'], $d['name']))->query('CREATE TABLE notes_left (a INT)');";
  beforeAll(async () => {
    host = await makeAppHost(made);
    await host.put('wwwroot/notes/mine.txt', 'mine');
  });
  const install = () => host.install({ overwrite: true });

  itCaged.each([
    ['never ends', 'while (true) usleep(1000);'],
    ['prints without end', 'while (true) echo str_repeat("x", 65536), "\\n";'],
    [
      'starts programs and waits for them',
      `for ($i = 0; $i < 40; $i++) $all[] = popen('sleep ${SECONDS}', 'r'); foreach ($all as $one) pclose($one);`,
    ],
  ])('is ended at the time limit, with all that it has done, if it %s', async (_what, does) => {
    await host.issue('1.0', ONE, { setup: `<?php ${table} ${does}` });
    const message = await withTools({ limits }, () => expectRefused('app-setup-failed', install));
    expect(message).toMatch(/^应用的安装程序没有成功：> [\d.]+ min$/);
    expect(await findProcesses(`sleep ${SECONDS}`)).toEqual([]);
  });

  itCaged('takes its programs along when it ends', async () => {
    const does = `for ($i = 0; $i < 40; $i++) exec('sleep ${SECONDS} > /dev/null 2>&1 &'); fwrite(STDERR, "no licence\\n"); exit(1);`;
    await host.issue('1.0', ONE, { setup: `<?php ${table} ${does}` });
    expect(await expectRefused('app-setup-failed', install)).toContain('no licence');
    expect(await findProcesses(`sleep ${SECONDS}`)).toEqual([]);
  });

  itCaged('is ended when the owner cancels the installation, and leaves all as it was', async () => {
    await host.issue('1.0', ONE, { setup: `<?php ${table} while (true) usleep(1000);` });
    const cancel = new AbortController();
    const task = await expectAsBefore(async () => {
      const begun = await begin(host.wanted({ overwrite: true }));
      const ended = made.console.run(begun, 'none', cancel.signal);
      while ((await host.tables()).length === 0) await sleep(20);
      cancel.abort('cancelled');
      return ended;
    });
    expect(task.status).toBe('STOP');
  });
});

async function begin(wanted: object): Promise<TaskRow> {
  const { taskId } = z.object({ taskId: z.number() }).parse(await host.request('/api/apps/install', wanted));
  const task = await made.console.api.core.tasks.get(taskId);
  if (!task) throw new Error('The task is gone');
  return task;
}

describe('an app on a machine that lacks what it needs', () => {
  beforeAll(async () => {
    host = await makeAppHost(made);
    await host.issue('1.0', ONE);
  });

  itCaged('is refused without PHP, and the check says so before', () =>
    withTools({ php: undefined }, async () => {
      expect(await check()).toMatchObject({ missing: ['PHP 7.4'] });
      expect(await expectRefused('app-needs')).toBe('此主机不满足要求：PHP 7.4');
    }),
  );

  itCaged('is refused without cages, with a clear message', () =>
    withTools({ cages: undefined }, async () => {
      expect(await check()).toBe('app-no-cage');
      await expectRefused('app-no-cage');
    }),
  );

  itCaged('is refused without databases, and the check says so before', () =>
    withTools({ databases: undefined }, async () => {
      expect(await check()).toMatchObject({ database: 'missing' });
      expect(await expectRefused('backup-no-database')).toBe('没有可用的数据库');
    }),
  );

  itCaged('is refused while the database does not answer', () => {
    const address = { is: 'socket', path: join(made.parts.scratch, 'nothing.sock') } as const;
    const server = { ...made.mariadb.server, address };
    const log = pino({ level: 'silent' });
    const dead = new NodeDatabases({ db: made.tools.db, node: 'local', log, now: Date.now, server });
    return withTools({ databases: prefixedTables(dead) }, async () => {
      expect(await check()).toBe('database-down');
      await expectRefused('database-down');
    });
  });

  itCaged('is not updated to a version that needs more', async () => {
    expect((await host.install()).status).toBe('RUNNING_SUCCESS');
    const requires = { php: '99.1', extensions: ['mysqli', 'nosuch'], database: true };
    await host.issue('2.0', { ...ONE, 'new.php': '' }, { changes: { requires } });
    expect(await check({ act: 'update', id: await idOf() })).toMatchObject({
      missing: ['PHP 99.1', 'nosuch'],
    });
    expect(await expectRefused('app-needs', () => update('2.0'))).toContain('PHP 99.1, nosuch');
  });
});

describe('two apps', () => {
  itCaged('are never installed at once, nor into one folder, nor with one prefix', async () => {
    host = await makeAppHost(made);
    await host.issue('1.0', ONE);
    const replies = await Promise.all([
      host.request('/api/apps/install', host.wanted()),
      host.request('/api/apps/install', host.wanted({ title: 'Other' })),
    ]);
    expect(replies.filter((reply) => reply === 'workspace-busy')).toHaveLength(1);
    const { taskId } = z.object({ taskId: z.number() }).parse(replies.find((one) => typeof one === 'object'));
    const task = await made.console.api.core.tasks.get(taskId);
    if (!task) throw new Error('The task is gone');
    expect((await made.console.run(task)).status).toBe('RUNNING_SUCCESS');
    expect(await host.request('/api/apps/install', host.wanted({ prefix: 'other_', overwrite: true }))).toBe(
      'app-folder-taken',
    );
    await expectRefused('app-prefix-taken', () => host.install({ folder: '/wwwroot/other' }));
  });
});

describe('an app in the document root', () => {
  itCaged('is uninstalled completely although the process that moves its files is killed', async () => {
    host = await makeAppHost(made);
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}.php`, `${at}`]));
    await host.issue('1.0', many);
    expect((await host.install({ folder: '/wwwroot' })).status).toBe('RUNNING_SUCCESS');
    const bin = join(host.root, '.sitedeck/bin');
    await host.request('/api/apps/catalogue');
    const killed = killOnce(bin);
    const task = await host.task('/api/apps/uninstall', { id: await idOf() });
    expect(await killed).toBeLessThan(400);
    expect(task.status).toBe('RUNNING_SUCCESS');
    expect([await readdir(join(host.root, 'wwwroot')), await host.tables(), await host.installed()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  /** Kills the host's file process once something is in the recycle bin. Returns how many entries are there then. */
  async function killOnce(bin: string): Promise<number> {
    for (;;) {
      const found = existsSync(bin) ? (await readdir(bin)).length : 0;
      if (found > 20) {
        process.kill(await fileChildPid(host.root), 'SIGKILL');
        return found;
      }
      await sleep(1);
    }
  }
});
