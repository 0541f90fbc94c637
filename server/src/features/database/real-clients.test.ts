import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DatabaseInfo, Task } from '@sitedeck/contract';
import { storeDatabase } from '#sites/host-database';
import { run } from '#system/process/exec';
import { openConnection, withAdmin } from '#system/mariadb/connection/server';
import { makeDatabaseConsole, type DatabaseConsole, type DatabaseOwner } from '#testing/database-console';

let testConsole: DatabaseConsole;
beforeAll(async () => {
  testConsole = await makeDatabaseConsole();
});
afterAll(() => testConsole.close());

const nameOf = ({ hostCode }: DatabaseOwner) => `u_${hostCode}`;
const passwordOf = async (owner: DatabaseOwner): Promise<string> =>
  z.object({ password: z.string() }).parse(await owner.request('/api/database/secret', {})).password;

const Row = z.record(z.string(), z.unknown());
async function open(owner: DatabaseOwner) {
  const login = { user: nameOf(owner), password: await passwordOf(owner) };
  return openConnection(testConsole.mariadb.server, { login, database: nameOf(owner) });
}
async function sql(owner: DatabaseOwner, ...statements: readonly string[]): Promise<unknown[]> {
  const connection = await open(owner);
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = await connection.rows(Row, statement);
    return rows;
  } finally {
    await connection.close();
  }
}

type Way = 'socket' | 'address';

/** Runs a client with an option file, by which owners pass a password without showing it in the shell. */
async function client(owner: DatabaseOwner, way: Way, [file, ...args]: readonly [string, ...string[]]) {
  const options = join(testConsole.mariadb.scratch, `client-${owner.hostCode}.cnf`);
  const password = (await passwordOf(owner)).replace(/[\\"']/g, (sign) => `\\${sign}`);
  const { listen, socket } = testConsole.mariadb.plan;
  const at =
    way === 'socket'
      ? [`socket="${socket}"`, 'protocol=socket']
      : ['host=127.0.0.1', `port=${listen?.port ?? 0}`, 'protocol=tcp'];
  await writeFile(
    options,
    ['[client]', `user=${nameOf(owner)}`, `password="${password}"`, ...at, ''].join('\n'),
  );
  try {
    return await run({ file, args: [`--defaults-file=${options}`, ...args, nameOf(owner)] });
  } finally {
    await rm(options);
  }
}

const resultOf = ({ taskInfo }: Task): unknown => JSON.parse(taskInfo === 'empty' ? '{}' : taskInfo);
const WARNED = z.object({ warnings: z.array(z.string()).default([]) });
const warningsOf = (task: Task): readonly string[] => WARNED.parse(resultOf(task)).warnings;

const EVERYTHING = [
  'CREATE TABLE t (id INT)',
  'CREATE FUNCTION f () RETURNS INT DETERMINISTIC RETURN 5',
  'CREATE PROCEDURE p () SELECT 6',
  'CREATE VIEW v AS SELECT f() AS n',
  'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.id = f()',
  "CREATE EVENT e ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01' DO DELETE FROM t",
];

describe('an owner’s own dump program', () => {
  /**
   * Dumps by socket and by address: both dumps contain every text, and every statement of them can be
   * imported.
   */
  async function expectComplete(owner: DatabaseOwner): Promise<void> {
    for (const way of ['socket', 'address'] as const) {
      const dump = await client(owner, way, ['mariadb-dump', '--routines', '--events', '--triggers']);
      expect(dump).toMatchObject({ code: 0, stderr: '' });
      for (const text of ['RETURN 5', 'SELECT 6', 'SET NEW.id = f()', 'DO DELETE FROM t', '`f`() AS `n`'])
        expect(dump.stdout).toContain(text);
    }
  }

  it('reads every routine, trigger, event and view by socket and by address, also those that another account created', async () => {
    const owner = await testConsole.host('dumper');
    // By socket, like the admin tool, then by address, like the site.
    await sql(owner, ...EVERYTHING);
    await testConsole.databases.measure(owner.hostCode);
    await expectComplete(owner);
    const made = await client(owner, 'address', [
      'mariadb',
      '-e',
      'DROP PROCEDURE p; CREATE PROCEDURE p () SELECT 6',
    ]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    await testConsole.databases.measure(owner.hostCode);
    await expectComplete(owner);
  });

  it('reads every routine, trigger, event and view after an import, a reset that is undone, and remote access switched on and off', async () => {
    const owner = await testConsole.host('dumper2');
    await sql(owner, ...EVERYTHING);
    await owner.task('/api/database/export', { format: 'sql', to: '/data/all.sql' });
    expect(
      await owner.task('/api/database/import', { path: '/data/all.sql', mode: 'replace' }),
    ).toMatchObject({
      taskStatus: 'RUNNING_SUCCESS',
    });
    await expectComplete(owner);
    const emptied = await owner.task('/api/database/empty', {});
    await owner.task('/api/database/undo', { taskId: emptied.id });
    await expectComplete(owner);
    for (const enabled of [true, false]) {
      await owner.request('/api/database/remoteAccess', { enabled });
      await expectComplete(owner);
      expect(await sql(owner, 'SELECT n FROM v')).toEqual([{ n: 5 }]);
    }
  });

  it('reads no routine of another host, and shares no role with it', async () => {
    const [own, other] = [await testConsole.host('mine'), await testConsole.host('theirs')];
    for (const owner of [own, other]) {
      await sql(owner, ...EVERYTHING);
      await testConsole.databases.measure(owner.hostCode);
    }
    for (const attempt of [
      `SHOW CREATE FUNCTION ${nameOf(other)}.f`,
      `SELECT ${nameOf(other)}.f()`,
      `SET ROLE own_${nameOf(other)}`,
      `GRANT own_${nameOf(own)} TO ${nameOf(other)}@localhost`,
      `CREATE DEFINER=own_${nameOf(other)} FUNCTION stolen () RETURNS INT RETURN (SELECT COUNT(*) FROM ${nameOf(other)}.t)`,
      'SELECT body FROM mysql.proc',
    ])
      await expect(sql(own, attempt)).rejects.toThrow();
    const seen = await sql(own, 'SELECT DISTINCT ROUTINE_SCHEMA AS s FROM information_schema.ROUTINES');
    expect(seen).toEqual([{ s: nameOf(own) }]);
  });

  it('is not stopped by the quota, and its routines can write no more than the owner', async () => {
    const owner = await testConsole.host('fullup', { databaseQuotaBytes: 1 });
    await sql(owner, 'CREATE TABLE t (id INT)', 'CREATE PROCEDURE w () INSERT INTO t VALUES (1)');
    await testConsole.databases.measure(owner.hostCode);
    await expect(sql(owner, 'CALL w()')).rejects.toThrow(/denied/);
  });
});

describe('a database with a view whose table is gone', () => {
  const hostWithBrokenViews = async (name: string) => {
    const owner = await testConsole.host(name);
    await sql(
      owner,
      'CREATE TABLE kept (id INT)',
      'INSERT INTO kept VALUES (1)',
      'CREATE VIEW sound AS SELECT id FROM kept',
      'CREATE TABLE gone (id INT)',
      'CREATE VIEW `odd ``view` AS SELECT id FROM gone',
      'CREATE VIEW above AS SELECT * FROM `odd ``view`',
      'DROP TABLE gone',
    );
    return owner;
  };

  it('is exported without the view, and the task reports that in the reader’s language', async () => {
    const owner = await hostWithBrokenViews('broken1');
    const exported = await owner.task('/api/database/export', { format: 'sql', to: '/data/b.sql' });
    expect(exported.taskStatus).toBe('RUNNING_SUCCESS');
    expect(warningsOf(exported)).toEqual([
      expect.stringMatching(/^视图「above」无法读取/),
      expect.stringMatching(/^视图「odd `view」无法读取/),
    ]);
    const english = await owner.request(`/api/task/getTask/${exported.id}`, undefined, {
      headers: { 'accept-language': 'en-US' },
    });
    expect(warningsOf(Task.parse(english))[0]).toMatch(
      /^Not included because it can't be read: the view "above"/,
    );
    const dump = await readFile(join(owner.root, 'data/b.sql'), 'utf8');
    expect(dump).toMatch(/-- Dump completed\s*$/);
    expect(dump).toContain('INSERT INTO `kept` VALUES');
    expect(dump).toContain('VIEW `sound`');
    expect(dump).not.toContain('odd');
    const other = await testConsole.host('broken1b');
    await other.put('/data/b.sql', dump);
    expect(await other.task('/api/database/import', { path: '/data/b.sql' })).toMatchObject({
      taskStatus: 'RUNNING_SUCCESS',
    });
    expect(await sql(other, 'SELECT * FROM sound')).toEqual([{ id: 1 }]);
  });

  it('accepts an import and a reset, and undo restores everything that could be read', async () => {
    const owner = await hostWithBrokenViews('broken2');
    await owner.put('/data/a.sql', 'CREATE TABLE a (id INT);');
    const imported = await owner.task('/api/database/import', { path: '/data/a.sql', mode: 'replace' });
    expect(imported.taskStatus).toBe('RUNNING_SUCCESS');
    expect(warningsOf(imported)[0]).toMatch(/^撤销时无法恢复视图「above」/);
    await owner.task('/api/database/undo', { taskId: imported.id });
    expect(await sql(owner, 'SELECT * FROM sound')).toEqual([{ id: 1 }]);
    const emptied = await owner.task('/api/database/empty', {});
    expect(emptied.taskStatus).toBe('RUNNING_SUCCESS');
    await owner.task('/api/database/undo', { taskId: emptied.id });
    expect(await sql(owner, 'SELECT * FROM kept')).toEqual([{ id: 1 }]);
  });

  it('reports a view that calls a function without definer, and a table whose file is missing', async () => {
    const owner = await testConsole.host('broken3');
    await sql(
      owner,
      'CREATE TABLE t (id INT)',
      'CREATE TABLE m (id INT) ENGINE=MyISAM',
      'INSERT INTO m VALUES (1)',
    );
    await withAdmin(testConsole.mariadb.server, async (admin) => {
      const gone = 'DEFINER=left_long_ago@localhost';
      await admin.run(`CREATE ${gone} VIEW ${nameOf(owner)}.sound AS SELECT id FROM ${nameOf(owner)}.t`);
      await admin.run(`CREATE FUNCTION ${nameOf(owner)}.f () RETURNS INT RETURN 1`);
      await admin.run(`CREATE VIEW ${nameOf(owner)}.v AS SELECT ${nameOf(owner)}.f() AS a`);
      // The engine refuses to create a view that calls a function without a definer, so the definer is
      // removed afterwards.
      await admin.run('UPDATE mysql.proc SET definer = ? WHERE db = ? AND name = ?', [
        'left_long_ago@localhost',
        nameOf(owner),
        'f',
      ]);
      await admin.run(`FLUSH TABLES ${nameOf(owner)}.m`);
    });
    await rm(join(testConsole.mariadb.plan.data, nameOf(owner), 'm.MYD'));
    const exported = await owner.task('/api/database/export', { format: 'sql', to: '/data/c.sql' });
    expect(exported.taskStatus).toBe('RUNNING_SUCCESS');
    expect(warningsOf(exported)).toEqual([
      expect.stringMatching(/^数据表「m」无法读取/),
      expect.stringMatching(/^视图「v」无法读取.*left_long_ago/),
    ]);
    expect(await readFile(join(owner.root, 'data/c.sql'), 'utf8')).toContain('VIEW `sound`');
    // The broken view does not hinder its replacement.
    await owner.put('/data/d.sql', 'CREATE TABLE m (id INT); INSERT INTO m VALUES (7);');
    const imported = await owner.task('/api/database/import', { path: '/data/d.sql', mode: 'replace' });
    expect(imported.taskStatus).toBe('RUNNING_SUCCESS');
    expect(warningsOf(imported)[0]).toMatch(/^撤销时无法恢复数据表「m」/);
    expect(await sql(owner, 'SELECT * FROM m')).toEqual([{ id: 7 }]);
  });
});

describe('a password of the owner’s own', () => {
  const PASSWORDS = [
    String.raw`a"b'c\d\n#e$f;g%h`,
    String.raw`\\'";#$(x)&&<y> \t\s z`,
    String.raw`%s%d \"\' --# /* */ \x5c`,
    '{"json": [1], \'k\': `x`}!',
  ];

  it.each(PASSWORDS)('works in every client: %s', async (password) => {
    const owner = await testConsole.host(`odd${PASSWORDS.indexOf(password)}`);
    expect(await owner.prove('/api/database/changePwd', { password })).toMatchObject({ password });
    for (const way of ['socket', 'address'] as const)
      expect(await client(owner, way, ['mariadb', '-N', '-e', 'SELECT 5'])).toMatchObject({
        code: 0,
        stdout: '5\n',
      });
    // Like the console, which signs in as the owner to create objects in the owner's name.
    await sql(owner, ...EVERYTHING);
    await owner.task('/api/database/export', { format: 'sql', to: '/data/all.sql' });
    const imported = await owner.task('/api/database/import', { path: '/data/all.sql', mode: 'replace' });
    expect(imported).toMatchObject({ taskStatus: 'RUNNING_SUCCESS' });
    expect(await sql(owner, 'SELECT n FROM v')).toEqual([{ n: 5 }]);
  });

  it('is written into the site’s files escaped for their language, or left to the owner', async () => {
    const [password] = PASSWORDS;
    const owner = await testConsole.host('escaped');
    const old = await passwordOf(owner);
    await owner.put('wwwroot/single.php', `<?php echo '${old}';`);
    await owner.put('wwwroot/double.php', `<?php echo "${old}";`);
    await owner.put('wwwroot/a.json', `{"password": "${old}"}`);
    await owner.put('wwwroot/b.py', `print('${old}', end='')`);
    await owner.put('wwwroot/.env', `DB_PASSWORD=${old}\n`);
    await owner.prove('/api/database/changePwd', { password });
    const names = ['single.php', 'double.php', 'a.json', 'b.py', '.env'];
    const paths = names.map((name) => `/wwwroot/${name}`);
    const updated = await owner.request(
      '/api/database/configFiles/update',
      { previous: old, paths },
      { headers: { 'accept-language': 'en-US' } },
    );
    expect(updated).toMatchObject({
      done: paths.slice(0, 4).map((path) => ({ path })),
      failed: [
        {
          path: '/wwwroot/.env',
          fault: { reason: 'password-by-hand', message: expect.stringContaining('Edit the file') as string },
        },
      ],
    });
    const at = (name: string) => join(owner.root, 'wwwroot', name);
    for (const name of ['single.php', 'double.php'])
      expect((await run({ file: 'php', args: ['-n', at(name)] })).stdout).toBe(password);
    expect(JSON.parse(await readFile(at('a.json'), 'utf8'))).toEqual({ password });
    const found = await owner.request('/api/database/configFiles', { previous: password });
    expect(found).toMatchObject({
      files: ['a.json', 'b.py', 'double.php', 'single.php'].map((name) => ({ path: `/wwwroot/${name}` })),
    });
    // Changes the password back to one without special characters.
    await owner.prove('/api/database/changePwd', {});
    await owner.request('/api/database/configFiles/update', { previous: password, paths: paths.slice(0, 4) });
    const now = await passwordOf(owner);
    expect((await run({ file: 'php', args: ['-n', at('double.php')] })).stdout).toBe(now);
    expect(JSON.parse(await readFile(at('a.json'), 'utf8'))).toEqual({ password: now });
  });
});

describe('a tenant who delays the measurement of databases', () => {
  const seen = async (owner: DatabaseOwner): Promise<DatabaseInfo> =>
    DatabaseInfo.parse(await owner.request('/api/database/info'));

  it('delays neither the quota check of another host nor that of its own', async () => {
    const [attacker, fresh] = [
      await testConsole.host('attacker', { databaseQuotaBytes: 1_000_000 }),
      await testConsole.host('fresh', { databaseQuotaBytes: 1_000_000 }),
    ];
    const [first, second] = [attacker, fresh].map(({ hostCode }) => hostCode).sort();
    const [holder, locker] = [await open(attacker), await open(attacker)];
    await sql(attacker, 'CREATE TABLE old (t LONGTEXT) ENGINE=MyISAM');
    await locker.run("INSERT INTO old SELECT REPEAT('x', 1000000) FROM seq_1_to_3");
    await locker.run('LOCK TABLES old WRITE');
    // Ends when its connection is killed or the test ends.
    const held = holder.run('CREATE TABLE slow AS SELECT SLEEP(280)').catch((error: unknown) => error);
    const running =
      "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE INFO LIKE 'CREATE TABLE slow%'";
    while ((await withAdmin(testConsole.mariadb.server, (admin) => admin.rows(Row, running))).length === 0)
      await sleep(20);
    await sql(
      fresh,
      'CREATE TABLE b (t LONGTEXT)',
      "INSERT INTO b SELECT REPEAT('x', 1000000) FROM seq_1_to_3",
    );
    for (const hostCode of [first, second])
      await storeDatabase(testConsole.api.test.db, hostCode ?? attacker.hostCode, { overQuota: false });
    await testConsole.databases.measureAll(new AbortController().signal);
    expect(await seen(fresh)).toMatchObject({ overQuota: true });
    await expect(sql(fresh, "INSERT INTO b VALUES ('x')")).rejects.toThrow(/denied/);
    // The lock hides nothing of the tenant's own database, and its connections end together with its right to
    // write.
    expect(await seen(attacker)).toMatchObject({ overQuota: true });
    expect(await held).toMatchObject({ reason: 'database-down' });
    await Promise.all([holder.close(), locker.close()]);
  });
});
