import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { DatabaseInfo, PASSWORD_FILES_MAX, Task } from '@sitedeck/contract';
import { storeDatabase } from '#sites/host-database';
import { run } from '#system/process/exec';
import { openConnection, withAdmin } from '#system/mariadb/connection/server';
import { makeDatabaseConsole, type DatabaseConsole, type DatabaseOwner } from '#testing/database-console';

let testConsole: DatabaseConsole;
beforeAll(async () => {
  testConsole = await makeDatabaseConsole();
});
afterAll(() => testConsole.close());

const info = async (owner: DatabaseOwner): Promise<DatabaseInfo> =>
  DatabaseInfo.parse(await owner.request('/api/database/info?fresh=true'));

const passwordOf = async (owner: DatabaseOwner): Promise<string> =>
  z.object({ password: z.string() }).parse(await owner.request('/api/database/secret', {})).password;

/** Runs statements as the site's programs would; resolves to the rows of the last one. */
async function sql(owner: DatabaseOwner, ...statements: readonly string[]): Promise<unknown[]> {
  const name = `u_${owner.hostCode}`;
  const login = { user: name, password: await passwordOf(owner) };
  const connection = await openConnection(testConsole.mariadb.server, { login, database: name });
  try {
    let rows: unknown[] = [];
    for (const statement of statements)
      rows = await connection.rows(z.record(z.string(), z.unknown()), statement);
    return rows;
  } finally {
    await connection.close();
  }
}

const tableNames = async (owner: DatabaseOwner): Promise<string[]> => {
  const listed = await owner.request('/api/database/tables');
  const { tables } = z.object({ tables: z.array(z.object({ name: z.string() })) }).parse(listed);
  return tables.map(({ name }) => name);
};

/** The server lists a closed connection for a moment longer. */
async function untilDisconnected(owner: DatabaseOwner): Promise<void> {
  const shape = z.object({ processes: z.array(z.unknown()) });
  while (shape.parse(await owner.request('/api/database/processes')).processes.length > 0) await sleep(20);
}

const taskInfoOf = ({ taskInfo }: Task): unknown => JSON.parse(taskInfo === 'empty' ? '{}' : taskInfo);

it('gives a host a database that its sites can sign in to, and reports its size', async () => {
  const owner = await testConsole.host('first', { databaseQuotaBytes: 50_000_000 });
  await sql(owner, 'CREATE TABLE a (id INT PRIMARY KEY, t TEXT)', "INSERT INTO a VALUES (1, 'x')");
  await sql(owner, 'CREATE TABLE b (id INT) ENGINE=MyISAM');
  const name = `u_${owner.hostCode}`;
  expect(await info(owner)).toMatchObject({
    engine: { is: 'on', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string },
    database: {
      name,
      username: name,
      host: '127.0.0.1',
      port: 3307,
      remoteAccess: false,
      remoteAddress: null,
    },
    quota: 50_000_000,
    used: expect.any(Number) as number,
    tables: 2,
    overQuota: false,
  });
  expect(await owner.request('/api/database/tables')).toMatchObject({
    tables: [
      { name: 'a', kind: 'table', engine: 'InnoDB', estimated: true },
      { name: 'b', kind: 'table', engine: 'MyISAM', estimated: false },
    ],
  });
  await untilDisconnected(owner);
  expect(await owner.request('/api/database/remoteAccess', { enabled: true })).toEqual({
    enabled: true,
    remoteAddress: 'db.example.com:3307',
  });
});

it('changes a password only for a verified user; the old one and its connections stop working', async () => {
  const owner = await testConsole.host('second');
  const [name, old] = [`u_${owner.hostCode}`, await passwordOf(owner)];
  expect(await owner.request('/api/database/changePwd', {})).toBe('verify-needed');
  expect(await owner.prove('/api/database/changePwd', { password: "short'" })).toBe(
    'database-password-refused',
  );
  const open = await openConnection(testConsole.mariadb.server, { login: { user: name, password: old } });
  const changed = await owner.prove('/api/database/changePwd', {});
  expect(changed).toEqual({ password: await passwordOf(owner), previous: old });
  await expect(open.run('SELECT 1')).rejects.toThrow();
  await expect(
    openConnection(testConsole.mariadb.server, { login: { user: name, password: old } }),
  ).rejects.toThrow();
  await sql(owner, 'SELECT 1');
  // The operation log records that the password was shown, but not the password.
  const { rows } = await testConsole.api.test.db
    .selectFrom('operation_log')
    .selectAll()
    .where('host_code', '=', owner.hostCode)
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }));
  expect(rows).toContain('showDatabasePassword');
  expect(rows).not.toContain(old);
});

it('finds the site’s files that hold the old password, and replaces it there, so that it can be undone', async () => {
  const owner = await testConsole.host('configured');
  const old = await passwordOf(owner);
  const config = `<?php\ndefine('DB_PASSWORD', '${old}');\n`;
  await owner.put('wwwroot/wp-config.php', config);
  await owner.put('wwwroot/.env', `DB_PASSWORD=${old}\n`);
  await owner.put('wwwroot/notes.md', `Somebody wrote down ${old}`);
  await owner.put('wwwroot/other.php', '<?php // another program');
  const changed = z
    .object({ password: z.string(), previous: z.string() })
    .parse(await owner.prove('/api/database/changePwd', {}));
  const { previous, password } = changed;
  expect(await owner.request('/api/database/configFiles', { previous })).toEqual({
    files: [
      { path: '/wwwroot/.env', lines: 1 },
      { path: '/wwwroot/wp-config.php', lines: 1 },
    ],
    more: false,
  });
  for (let each = 0; each < PASSWORD_FILES_MAX; each += 1)
    await owner.put(`/wwwroot/many/${each}.php`, `<?php $p = '${previous}';`);
  const many = z.object({ files: z.array(z.unknown()), more: z.boolean() });
  const { files, more } = many.parse(await owner.request('/api/database/configFiles', { previous }));
  expect([files.length, more]).toEqual([PASSWORD_FILES_MAX, true]);
  const paths = ['/wwwroot/wp-config.php', '/wwwroot/gone.php'];
  expect(await owner.request('/api/database/configFiles/update', { previous, paths })).toMatchObject({
    done: [{ path: '/wwwroot/wp-config.php' }],
    failed: [{ path: '/wwwroot/gone.php', fault: { reason: 'no-such-file' } }],
  });
  const at = (path: string) => readFile(join(owner.root, 'wwwroot', path), 'utf8');
  expect(await at('wp-config.php')).toBe(config.replace(old, password));
  expect(await at('.env')).toContain(old);
  expect(await owner.request('/api/database/configFiles/update', { previous, paths: ['/../x'] })).toBe(
    'bad-path',
  );
});

it('imports a file of the host as a task that can be undone, resets the database, and restores it', async () => {
  const owner = await testConsole.host('third');
  await sql(owner, 'CREATE TABLE a (id INT PRIMARY KEY, t TEXT)', "INSERT INTO a VALUES (1, 'before')");
  const dump =
    "USE other;\nDROP TABLE IF EXISTS a;\nCREATE TABLE a (id INT, t TEXT);\nINSERT INTO a VALUES (1, 'after');\n";
  await owner.put('/data/dump.sql.gz', gzipSync(dump));
  expect(await owner.request('/api/database/import/check', { path: '/data/dump.sql.gz' })).toMatchObject({
    format: 'gz',
    bytes: dump.length,
    statements: 4,
    tables: ['a'],
    taken: 1,
    leftOut: { use: 1 },
    refused: 0,
    complete: true,
  });
  const imported = await owner.task('/api/database/import', { path: '/data/dump.sql.gz' });
  expect(imported).toMatchObject({ taskType: 'DB_IMPORT', taskStatus: 'RUNNING_SUCCESS' });
  expect(taskInfoOf(imported)).toMatchObject({ undo: imported.id, statements: 3, lost: [] });
  expect(await sql(owner, 'SELECT t FROM a')).toEqual([{ t: 'after' }]);

  const undone = await owner.task('/api/database/undo', { taskId: imported.id });
  expect(undone).toMatchObject({ taskStatus: 'RUNNING_SUCCESS' });
  expect(await sql(owner, 'SELECT t FROM a')).toEqual([{ t: 'before' }]);

  expect(await owner.request('/api/database/empty', {})).toBe('verify-needed');
  const emptied = await owner.task('/api/database/empty', {});
  expect(emptied).toMatchObject({ taskType: 'DB_EMPTY', taskStatus: 'RUNNING_SUCCESS' });
  expect(await tableNames(owner)).toEqual([]);
  await sql(owner, 'CREATE TABLE b (id INT)');
  await owner.task('/api/database/undo', { taskId: emptied.id });
  expect(await tableNames(owner)).toEqual(['a']);
  expect(await owner.request('/api/database/safety')).toMatchObject({
    copies: [
      { taskType: 'DB_EMPTY', isUndo: true },
      { taskId: emptied.id, taskType: 'DB_EMPTY' },
      { taskType: 'DB_IMPORT', isUndo: true },
      { taskId: imported.id },
    ],
  });

  // An undo is undone by a redo, whose own copy is again that of the reset.
  const undo = (await owner.request('/api/database/safety')) as { copies: { taskId: number }[] };
  const redone = await owner.task('/api/database/undo', { taskId: undo.copies[0]?.taskId });
  expect(JSON.parse(redone.taskParam)).toMatchObject({ undoneType: 'DB_EMPTY', redo: true });
  expect(await tableNames(owner)).toEqual(['b']);
  const after = (await owner.request('/api/database/safety')) as { copies: object[] };
  expect(after.copies[0]).toMatchObject({ taskId: redone.id, taskType: 'DB_EMPTY' });
  expect(after.copies[0]).not.toHaveProperty('isUndo');
});

it('accepts zip and zst, names the line of a refused statement, and follows no link out of the host', async () => {
  const owner = await testConsole.host('fourth');
  await sql(owner, 'CREATE TABLE kept (id INT)');
  await owner.put('/data/a.sql', 'CREATE TABLE one (id INT);\n');
  await owner.put('/data/bad.sql', 'CREATE TABLE two (id INT);\n\nGRANT ALL ON *.* TO x;\n');
  const inData = { cwd: join(owner.root, 'data') };
  await run({ file: 'zip', args: ['-q', 'one.zip', 'a.sql'] }, inData);
  await run({ file: 'zip', args: ['-q', 'two.zip', 'a.sql', 'bad.sql'] }, inData);
  await run({ file: 'zstd', args: ['-q', 'a.sql', '-o', 'a.sql.zst'] }, inData);
  await run({ file: 'ln', args: ['-s', '/etc/passwd', 'out.sql'] }, inData);
  for (const path of ['/data/one.zip', '/data/a.sql.zst']) {
    expect(await owner.task('/api/database/import', { path, mode: 'replace' })).toMatchObject({
      taskStatus: 'RUNNING_SUCCESS',
    });
    expect(await tableNames(owner)).toEqual(['one']);
  }
  expect(await owner.request('/api/database/import/check', { path: '/data/two.zip' })).toBe('dump-zip');
  expect(
    await owner.request(
      '/api/database/import/check',
      { path: '/data/bad.sql' },
      { headers: { 'accept-language': 'en-US' } },
    ),
  ).toMatchObject({
    refused: 1,
    refusedSample: [{ line: 3, excerpt: 'GRANT ALL ON *.* TO x', why: 'it manages users or privileges' }],
  });
  const refused = await owner.task('/api/database/import', { path: '/data/bad.sql' });
  expect(refused.taskStatus).toBe('RUNNING_FAIL');
  expect(taskInfoOf(refused)).toMatchObject({
    ...{ reason: 'dump-statement-refused', line: 3 },
    message: '第 3 行的语句不能执行：涉及用户或权限。数据库未受影响',
  });
  const inEnglish = await owner.request(`/api/task/getTask/${refused.id}`, undefined, {
    headers: { 'accept-language': 'en-US' },
  });
  expect(taskInfoOf(Task.parse(inEnglish))).toMatchObject({
    message:
      'The statement on line 3 is not allowed: it manages users or privileges. The database is unchanged',
  });
  expect(await tableNames(owner)).toEqual(['one']);
  const linked = await owner.task('/api/database/import', { path: '/data/out.sql' });
  expect(linked.taskStatus).toBe('RUNNING_FAIL');
});

it('exports into the host’s files, under the host’s uid, and overwrites no file', async () => {
  const owner = await testConsole.host('fifth');
  await sql(owner, 'CREATE TABLE a (t TEXT)', "INSERT INTO a VALUES ('中文')", 'CREATE TABLE b (t TEXT)');
  const exported = await owner.task('/api/database/export', { tables: ['a'], format: 'sql.gz' });
  expect(exported).toMatchObject({ taskType: 'DB_EXPORT', taskStatus: 'RUNNING_SUCCESS' });
  const { path } = z.object({ path: z.string() }).parse(taskInfoOf(exported));
  const file = join(owner.root, path);
  const { uid, size } = await stat(file);
  expect([uid, exported.progress]).toEqual([owner.uid, { size }]);
  // The name has the host's local time.
  const [, day, time] = /-(\d{8})-(\d{6})\.sql\.gz$/.exec(path) ?? [];
  const named = `${day ?? ''}T${time ?? ''}+0800`.replace(
    /^(....)(..)(..)T(..)(..)(..)\+(..)/,
    '$1-$2-$3T$4:$5:$6+$7:',
  );
  expect(Math.abs(Date.parse(named) - Date.now())).toBeLessThan(120_000);
  const text = gunzipSync(await readFile(file)).toString();
  expect(text).toContain('中文');
  expect(text).not.toContain('`b`');
  expect(text).toMatch(/-- Dump completed\s*$/);
  await owner.put('/data/taken.sql', 'mine');
  await owner.task('/api/database/export', { format: 'sql', to: '/data/taken.sql' });
  expect(await readFile(join(owner.root, 'data/taken.sql'), 'utf8')).toBe('mine');
  const failed = await owner.task('/api/database/export', { tables: ['not there'], format: 'sql.zst' });
  expect(failed.taskStatus).toBe('RUNNING_FAIL');
  expect(taskInfoOf(failed)).toMatchObject({ reason: 'dump-failed' });
  expect((await readdir(join(owner.root, 'data/exports'))).length).toBe(1);
});

it('replaces an address in every table, and undoes it', async () => {
  const owner = await testConsole.host('sixth');
  await sql(
    owner,
    'CREATE TABLE o (id INT PRIMARY KEY, v TEXT)',
    `INSERT INTO o VALUES (1, 's:10:"http://a.b";')`,
  );
  const request = { from: 'http://a.b', to: 'https://longer.example' };
  expect(await owner.request('/api/database/replaceUrl/check', request)).toMatchObject({ rows: 1 });
  expect(await owner.request('/api/database/replaceUrl', { ...request, to: request.from })).toBe(
    'replace-same',
  );
  const replaced = await owner.task('/api/database/replaceUrl', request);
  expect(replaced).toMatchObject({ taskType: 'DB_REPLACE', taskStatus: 'RUNNING_SUCCESS' });
  expect(await sql(owner, 'SELECT v FROM o')).toEqual([{ v: 's:22:"https://longer.example";' }]);
  await owner.task('/api/database/undo', { taskId: replaced.id });
  expect(await sql(owner, 'SELECT v FROM o')).toEqual([{ v: 's:10:"http://a.b";' }]);
});

it('measures whole bytes, stops writes at the quota, and allows them again when there is room', async () => {
  const owner = await testConsole.host('seventh', { databaseQuotaBytes: 1 });
  await sql(owner, 'CREATE TABLE a (id INT)');
  expect(await info(owner)).toMatchObject({ overQuota: true, quota: 1 });
  await expect(sql(owner, 'INSERT INTO a VALUES (1)')).rejects.toThrow(/denied/);
  await testConsole.api.test.db
    .updateTable('host')
    .set({ database_quota: 1_000_000 })
    .where('code', '=', owner.hostCode)
    .execute();
  expect(await info(owner)).toMatchObject({ overQuota: false });
  await sql(owner, 'INSERT INTO a VALUES (1)');
});

it('shows each host only its own database', async () => {
  const [own, other] = [await testConsole.host('eighth'), await testConsole.host('ninth')];
  await sql(other, 'CREATE TABLE theirs (id INT)');
  await own.put('/data/a.sql', 'CREATE TABLE mine (id INT);');
  const imported = await own.task('/api/database/import', { path: '/data/a.sql' });
  const login = { user: `u_${other.hostCode}`, password: await passwordOf(other) };
  const connection = await openConnection(testConsole.mariadb.server, { login });
  expect(await own.request('/api/database/processes/kill', { id: connection.id })).toBe('process-gone');
  await connection.run('SELECT 1');
  await connection.close();
  await untilDisconnected(own);
  expect(await tableNames(own)).toEqual(['mine']);
  expect(await other.request('/api/database/safety')).toEqual({ copies: [] });
  expect(await other.request('/api/database/undo', { taskId: imported.id })).toBe('safety-gone');
  expect(await other.request('/api/database/import/check', { path: '/data/a.sql' })).toBe('no-such-file');
});

it('gives a host no database if its plan has none, and one as soon as its plan has', async () => {
  const owner = await testConsole.host('tenth', { databaseQuotaBytes: 0 });
  expect(await info(owner)).toMatchObject({ engine: { is: 'none' }, database: null });
  expect(await owner.request('/api/database/tables')).toBe('database-none');
  expect(await owner.request('/api/database/export', { format: 'sql' })).toBe('database-none');
  await testConsole.api.test.db
    .updateTable('host')
    .set({ database_quota: null })
    .where('code', '=', owner.hostCode)
    .execute();
  await testConsole.databases.ensureAll('lacking');
  expect(await info(owner)).toMatchObject({ engine: { is: 'on' } });
});

it('works without the engine, drops removed databases when it is back, and isolates the failure of one host', async () => {
  const [gone, broken, well] = [
    await testConsole.host('eleventh'),
    await testConsole.host('twelfth'),
    await testConsole.host('thirteenth'),
  ];
  const { db } = testConsole.api.test;
  const names = async () => {
    const shown = z.object({ Database: z.string() });
    const rows = await withAdmin(testConsole.mariadb.server, (admin) => admin.rows(shown, 'SHOW DATABASES'));
    return rows.map(({ Database }) => Database);
  };
  await testConsole.mariadb.kill();
  expect(await info(well)).toMatchObject({ engine: { is: 'down' } });
  expect(await well.request('/api/database/tables')).toBe('database-down');
  await testConsole.databases.remove(gone.hostCode);
  await db.deleteFrom('host').where('code', '=', gone.hostCode).execute();
  const refusedHost = await testConsole.host('fourteenth').catch(() => undefined);
  expect(refusedHost).toBeUndefined();
  await testConsole.mariadb.start();
  expect(await names()).toContain(`u_${gone.hostCode}`);
  // An invalid value, which affects only that host.
  await storeDatabase(db, broken.hostCode, { swap: { before: 'nonsense' }, made: false });
  await storeDatabase(db, well.hostCode, { made: false });
  await testConsole.databases.ensureAll('all');
  expect(await names()).not.toContain(`u_${gone.hostCode}`);
  expect(await info(broken)).toMatchObject({ engine: { is: 'making' } });
  expect(await info(well)).toMatchObject({ engine: { is: 'on' } });
  await sql(well, 'CREATE TABLE a (id INT)');
});
