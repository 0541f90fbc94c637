import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { BackupPoint } from '@sitedeck/contract';
import type { BackupDatabases } from '#features/backup/worker/tools';
import { CopyQueue } from '#features/backup/worker/targets/copy-queue';
import { pointsOf } from '#features/backup/point-store';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { openConnection } from '#system/mariadb/connection/server';
import { Refusal } from '#faults/refusal';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { addFastRepository, writeFastRepository } from '#testing/fast-repository';
import { TestMariadb } from '#testing/mariadb';
import { startRestTarget, type RestTarget } from '#testing/rest-target';

jest.setTimeout(300_000);

const Points = z.object({ points: z.array(BackupPoint) });
const Checksum = z.object({ Checksum: z.coerce.string() });

describe('a site with its database', () => {
  let scratch: string;
  let target: RestTarget;
  let mariadb: TestMariadb;
  let console: BackupConsole;
  let host: BackupHost;
  let name: string;
  /** Ends the dump after its first bytes, as if the dump program died. */
  let halfWay = false;
  /** Makes the dump fail, as if a table could not be read to its end. */
  let isUnreadable = false;
  /** Text that the dump program writes instead of a dump. */
  let instead: string | undefined;
  /** Called once, when a database has just been replaced. */
  let onReplaced: () => void = () => undefined;

  const breaking = (databases: BackupDatabases): BackupDatabases => ({
    has: (hostCode) => databases.has(hostCode),
    checkDump: (source, signal) => databases.checkDump(source, signal),
    dump: async (hostCode, request) => {
      if (instead !== undefined) {
        request.output.end(instead);
        return [];
      }
      if (isUnreadable) throw new Refusal('dump-failed', { values: { why: 'corrupt' } });
      if (!halfWay) return databases.dump(hostCode, request);
      request.output.write('-- half of a dump\n');
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('the dump program died');
    },
    replace: async (hostCode, request) => {
      const done = await databases.replace(hostCode, request);
      const [then, none] = [onReplaced, () => undefined];
      onReplaced = none;
      then();
      return done;
    },
  });

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-database-copies-'));
    target = await startRestTarget(scratch);
    mariadb = await TestMariadb.make();
    let all: NodeDatabases | undefined;
    console = await makeBackupConsole({
      allowed: ['127.0.0.1/32'],
      databases: (db) => {
        const log = pino({ level: 'silent' });
        all = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server });
        return breaking(all);
      },
    });
    host = await console.host('with-database');
    await addFastRepository(console.tools, host.hostCode);
    await writeFastRepository(join(scratch, 'mine'), 'copy');
    await all?.provision(host.hostCode);
    name = (await all?.facts(host.hostCode))?.access.name ?? '';
    await sql(`CREATE TABLE \`${name}\`.posts (id INT PRIMARY KEY, body LONGTEXT) DEFAULT CHARSET utf8mb4`);
    await sql(`INSERT INTO \`${name}\`.posts SELECT seq, CONCAT('正文 ', REPEAT(seq, 50)) FROM seq_1_to_500`);
    await put('first');
  });
  afterAll(async () => {
    await console.close();
    await mariadb.close();
    await target.close();
    await rm(scratch, { recursive: true, force: true });
  });

  async function sql(statement: string): Promise<void> {
    const connection = await openConnection(mariadb.server, { database: name });
    try {
      await connection.run(statement);
    } finally {
      await connection.close();
    }
  }
  const put = (text: string) => writeFile(join(host.root, 'data/config'), text);
  const state = async () => {
    const connection = await openConnection(mariadb.server, { database: name });
    try {
      const [row] = await connection.rows(Checksum, `CHECKSUM TABLE \`${name}\`.posts`);
      return [row?.Checksum, await readFile(join(host.root, 'data/config'), 'utf8')];
    } finally {
      await connection.close();
    }
  };

  it('is restored with every table unchanged by checksum, and the restore can be undone', async () => {
    const before = await state();
    const made = await host.task('create', { kind: 'both' });
    expect(made).toMatchObject({ type: 'WEB_BACKUP', status: 'RUNNING_SUCCESS' });
    const point = Number(made.info?.['point']);
    await sql(`DELETE FROM \`${name}\`.posts WHERE id > 100`);
    await put('second');
    const wrecked = await state();
    expect(wrecked).not.toEqual(before);
    const restored = await host.task('restore', { point });
    expect(restored.status).toBe('RUNNING_SUCCESS');
    expect(await state()).toEqual(before);
    expect((await host.task('undo', { taskId: restored.id })).status).toBe('RUNNING_SUCCESS');
    expect(await state()).toEqual(wrecked);
    expect((await host.task('restore', { point, parts: 'database' })).type).toBe('DB_BACKUP_RESTORE');
    expect(await state()).toEqual([before[0], 'second']);
    expect((await host.task('verify', { point })).status).toBe('RUNNING_SUCCESS');
  });

  it('refuses half a dump as a point', async () => {
    const points = async () => ((await host.request('points')) as { points: unknown[] }).points.length;
    const before = await points();
    halfWay = true;
    const task = await host.task('create', { kind: 'database' });
    halfWay = false;
    expect(task).toMatchObject({ type: 'DB_BACKUP', status: 'RUNNING_FAIL' });
    expect(await points()).toBe(before);
    expect((await host.task('create', { kind: 'database' })).status).toBe('RUNNING_SUCCESS');
  });

  it('is backed up, tested and restored with sequences, versions and a view whose table is missing', async () => {
    const at = (table: string) => `\`${name}\`.${table}`;
    for (const statement of [
      `CREATE SEQUENCE ${at('numbers')} START WITH 7`,
      `CREATE TABLE ${at('numbered')} (id INT PRIMARY KEY DEFAULT NEXTVAL(${at('numbers')}), t TEXT) WITH SYSTEM VERSIONING`,
      `INSERT INTO ${at('numbered')} (t) VALUES ('a')`,
      `CREATE TABLE ${at('gone')} (id INT)`,
      `CREATE VIEW ${at('broken')} AS SELECT id FROM ${at('gone')}`,
      `DROP TABLE ${at('gone')}`,
    ])
      await sql(statement);
    const made = await host.task('create', { kind: 'both' });
    expect(made).toMatchObject({ status: 'RUNNING_SUCCESS' });
    expect(made.info?.['warnings']).toMatchObject([{ reason: 'dump-left-out', values: { name: 'broken' } }]);
    const point = Number(made.info?.['point']);
    expect((await host.task('verify', { point })).status).toBe('RUNNING_SUCCESS');
    await sql(`DELETE FROM ${at('numbered')}`);
    // When a restore is needed most, the current state may not be completely readable.
    const restored = await host.task('restore', { point });
    expect(restored).toMatchObject({ status: 'RUNNING_SUCCESS' });
    expect(restored.info?.['warnings']).toMatchObject([
      { reason: 'safety-left-out', values: { name: 'broken' } },
    ]);
    await sql(`INSERT INTO ${at('numbered')} (t) VALUES ('b')`);
    for (const statement of [`DROP TABLE ${at('numbered')}`, `DROP SEQUENCE ${at('numbers')}`])
      await sql(statement);
  });

  afterEach(() => (isUnreadable = false));

  it('keeps the files of a backup whose database can’t be read, and reports that the backup failed', async () => {
    const before = await pointsOf(console.tools.db, host.hostCode);
    isUnreadable = true;
    const task = await host.task('create', { kind: 'both' });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'dump-failed' } });
    const [newest, ...others] = await pointsOf(console.tools.db, host.hostCode);
    expect(others).toHaveLength(before.length);
    expect(newest).toMatchObject({ kind: 'site', state: 'ready' });
  });

  it('is backed up without a file, and listed among the backups of the site', async () => {
    await rm(join(host.root, 'data/config'));
    try {
      expect((await host.task('create', { kind: 'both' })).status).toBe('RUNNING_SUCCESS');
      const { points } = Points.parse(await host.request('points?kind=site'));
      expect(points[0]).toMatchObject({
        kind: 'both',
        files: 0,
        databaseBytes: expect.any(Number) as number,
      });
    } finally {
      await put('first');
    }
  });

  it('is restored over a database that can’t be read, and reports what can’t be undone', async () => {
    await put('readable');
    const before = await state();
    const point = Number((await host.task('create', { kind: 'both' })).info?.['point']);
    await put('unreadable');
    await sql(`DELETE FROM \`${name}\`.posts WHERE id > 400`);
    isUnreadable = true;
    for (const parts of ['database', 'both']) {
      const restored = await host.task('restore', { point, parts });
      expect(restored).toMatchObject({
        status: 'RUNNING_SUCCESS',
        info: {
          canUndo: parts === 'both',
          warnings: [{ reason: 'safety-missing', values: { why: 'corrupt' } }],
        },
      });
    }
    expect(await state()).toEqual(before);
  });

  describe('a restore without a copy of the database', () => {
    const begin = async (request: object) => {
      await put('copied');
      const point = Number((await host.task('create', { kind: 'both' })).info?.['point']);
      const restored = await state();
      await sql(`DELETE FROM \`${name}\`.posts WHERE id % 10 = 0`);
      await put('not copied');
      const before = await state();
      isUnreadable = true;
      const { taskId } = (await host.request('restore', { point, parts: 'both', ...request })) as {
        taskId: number;
      };
      const task = await console.api.core.tasks.get(taskId);
      if (!task) throw new Error('There is no task');
      return { task, before, restored };
    };

    it('keeps the database when the files can’t be restored', async () => {
      const quota = (bytes: number) =>
        console.api.test.db
          .updateTable('host')
          .set({ disk_quota: bytes })
          .where('code', '=', host.hostCode)
          .execute();
      const { task, before } = await begin({ mode: 'overlay' });
      await quota(1);
      const ended = await console.run(task);
      await quota(200_000_000);
      expect(ended).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'over-quota' } });
      expect(await state()).toEqual(before);
    });

    it.each(['mirror', 'overlay'])(
      'restores files and database both when it is cancelled: %s',
      async (mode) => {
        const { task, restored } = await begin({ mode });
        const stop = new AbortController();
        onReplaced = () => stop.abort('cancelled');
        await console.run(task, 'none', stop.signal);
        expect(await state()).toEqual(restored);
      },
    );
  });

  it('fails the verification of a backup that a restore would refuse', async () => {
    instead = 'CREATE TABLE a (id INT);\nGRANT ALL ON *.* TO x;\n';
    const point = Number((await host.task('create', { kind: 'database' })).info?.['point']);
    instead = undefined;
    const refused = { reason: 'dump-statement-refused', line: 2 };
    expect(await host.task('restore', { point })).toMatchObject({ status: 'RUNNING_FAIL', info: refused });
    expect(await host.task('verify', { point })).toMatchObject({ status: 'RUNNING_FAIL', info: refused });
    const points = (await host.request('points')) as { points: { id: number; verified: unknown }[] };
    expect(points.points.find(({ id }) => id === point)?.verified).toMatchObject({
      result: 'failed',
      message: expect.not.stringContaining('{') as string,
    });
  });

  it('gets its database back if a restore is cancelled after replacing it', async () => {
    const point = Number((await host.task('create', { kind: 'both' })).info?.['point']);
    await sql(`DELETE FROM \`${name}\`.posts WHERE id < 50`);
    await put('third');
    const before = await state();
    const { taskId } = (await host.request('restore', { point })) as { taskId: number };
    const task = await console.api.core.tasks.get(taskId);
    if (!task) throw new Error('There is no task');
    onReplaced = () => stop.abort('cancelled');
    const stop = new AbortController();
    const { status } = await console.run(task, 'none', stop.signal);
    expect(status).toBe('STOP');
    expect(await state()).toEqual(before);
  });

  it('comes back from a target, too, if repository and points are lost on this machine', async () => {
    const { db, paths, repositories } = console.tools;
    const before = await state();
    expect((await host.task('create', { kind: 'both' })).status).toBe('RUNNING_SUCCESS');
    await sql(`DELETE FROM \`${name}\`.posts WHERE id > 200`);
    const fewer = await state();
    expect((await host.task('create', { kind: 'database' })).status).toBe('RUNNING_SUCCESS');
    const place = JSON.stringify({ is: 'rest', url: target.url });
    await db
      .insertInto('backup_target')
      .values({ host_code: host.hostCode, name: 'rest', enabled: true, secrets: '{}', place })
      .execute();
    const copies = new CopyQueue({ tools: console.tools, node: 'local', log: pino({ level: 'silent' }) });
    await copies.startDue({ signal: new AbortController().signal });
    await copies.settled();

    await repositories.useExclusively(host.hostCode, ({ at }) => rm(at, { recursive: true }));
    await rm(join(paths.keys, `${host.hostCode}.spare`), { recursive: true });
    await db.deleteFrom('backup_copy').execute();
    await db.deleteFrom('backup_point').execute();
    const [{ id }] = (await host.request('targets')) as [{ id: number }];
    const held = (await host.request(`targets/points?id=${id}`)) as { key: string; kind: string }[];
    expect(held.slice(0, 2).map(({ kind }) => kind)).toEqual(['database', 'both']);
    const newest = held.slice(0, 2).map(({ key }) => key);
    expect(await host.task('targets/bringBack', { id, points: newest })).toMatchObject({
      status: 'RUNNING_SUCCESS',
      info: { brought: 2 },
    });

    const [dump, both] = await pointsOf(db, host.hostCode);
    expect([dump?.kind, both?.kind]).toEqual(['database', 'both']);
    await put('fourth');
    expect((await host.task('restore', { point: both?.id })).status).toBe('RUNNING_SUCCESS');
    expect(await state()).toEqual(before);
    expect((await host.task('restore', { point: dump?.id })).status).toBe('RUNNING_SUCCESS');
    expect(await state()).toEqual([fewer[0], before[1]]);
  });
});
