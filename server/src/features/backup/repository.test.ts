import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { Refusal } from '#faults/refusal';
import { readSnapshotFile } from '#system/restic/read-file';
import type { TaskRow } from '#state/tables';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { addFastRepository } from '#testing/fast-repository';
import { backupNeeds } from './api/needs';
import { runHousekeeping } from './worker/repository/housekeeping';
import { applyRetention, startDueBackups, type PlanTools } from './worker/plan/run-plans';
import { scheduleRemoval, pointsOf, readyPoint } from './point-store';

jest.setTimeout(300_000);

describe('a repository', () => {
  let console: BackupConsole;
  let host: BackupHost;

  beforeAll(async () => {
    console = await makeBackupConsole();
    host = await console.host('kept');
    await addFastRepository(console.tools, host.hostCode);
    await writeFile(join(host.root, 'wwwroot/index.html'), 'x'.repeat(10_000));
  });
  afterAll(() => console.close());

  const ready = async () =>
    (await pointsOf(console.tools.db, host.hostCode)).filter(({ state }) => state === 'ready');

  /** The needs that Home shows to the host's owner. */
  const needs = async () => (await backupNeeds(console.tools.db)(host, 'zh-CN')).map(({ reason }) => reason);

  it('refuses a wrong password by name, and rewrites a wrong password file', async () => {
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    const file = join(console.tools.paths.keys, host.hostCode);
    const key = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const keyIs = (password: string) =>
      console.tools.db
        .updateTable('backup_repository')
        .set({ password })
        .where('host_code', '=', host.hostCode)
        .execute();
    await keyIs('another');
    const task = await host.task('create', { kind: 'site' });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'backup-key-wrong' } });
    await keyIs(key);
    // The password in the database counts; a file that differs is rewritten.
    await writeFile(file, 'outdated');
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
  });

  it('backs up by plan, once for all missed times, and removes the points that the plan names', async () => {
    const plan = {
      schedule: { is: 'hourly' },
      kind: 'site',
      keep: { daily: 1, weekly: 0, monthly: 0, yearly: 0 },
      testRestore: 'off',
    };
    expect(await host.request('plan', plan)).toMatchObject({ removes: [] });
    const later = Date.now() + 5 * 3600_000;
    const { tasks } = console.api.core;
    const started: TaskRow[] = [];
    const parts: PlanTools = {
      db: console.tools.db,
      node: 'local',
      log: pino({ level: 'silent' }),
      now: () => later,
      enqueue: async (kind, { hostCode, operator, payload }) => {
        const task = await tasks.create({
          hostCode,
          operator,
          type: kind.type,
          params: payload,
          status: 'WAIT',
        });
        started.push(task);
        return task;
      },
    };
    for (let round = 0; round < 2; round += 1) {
      await startDueBackups(parts);
      await startDueBackups(parts);
      expect(started).toHaveLength(round + 1);
      const [task] = started.slice(-1);
      expect(task && (await console.run(task)).status).toBe('RUNNING_SUCCESS');
      await console.tools.db
        .updateTable('backup_plan')
        .set({ next_at: new Date(later - 1) })
        .execute();
    }
    // Home shows a plan that could not start.
    await startDueBackups({ ...parts, enqueue: () => Promise.reject(new Refusal('host-gone')) });
    expect(await needs()).toEqual(['backup-plan-failed']);
    await console.tools.db.updateTable('backup_plan').set({ last_fault: null }).execute();
    const made = (await ready()).filter(({ reason }) => reason === 'schedule').map(({ id }) => id);
    const { removes } = (await host.request('plan')) as { removes: number[] };
    expect(removes).toEqual([Math.min(...made)]);
    await applyRetention(parts);
    expect((await ready()).filter(({ reason }) => reason === 'schedule')).toHaveLength(1);
  });

  it('finds damage by a check, and repairs it without losing intact points', async () => {
    const at = join(console.tools.paths.folder, host.hostCode);
    const make = async () => Number((await host.task('create', { kind: 'site' })).info?.['point']);
    const fileOf = async (folder: string, is: (name: string, bytes: number) => boolean) => {
      for (const name of await readdir(join(at, folder), { recursive: true })) {
        const file = join(at, folder, name);
        const stats = await stat(file);
        if (stats.isFile() && is(name, stats.size)) return file;
      }
      throw new Error(`No such file in ${folder}`);
    };
    const page = join(host.root, 'wwwroot/index.html');
    const intact = await make();
    const forgotten = await make();
    const extra = join(host.root, 'wwwroot/extra');
    await writeFile(extra, randomBytes(50_000));
    const torn = await make();
    const before = (await ready()).map(({ id }) => id);

    const snapshot = (await readyPoint(console.tools.db, host.hostCode, forgotten)).files_snapshot ?? 'none';
    await rm(await fileOf('snapshots', (name) => name.startsWith(snapshot)));
    expect(await host.task('check', {})).toMatchObject({ info: { reason: 'backup-damaged' } });
    const verify = await host.task('verify', { point: forgotten });
    expect(verify).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'backup-damaged' } });
    await truncate(await fileOf('index', () => true), 20);
    const pack = await fileOf('data', (_name, bytes) => bytes > 50_000);
    const bytes = await readFile(pack);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    await chmod(pack, 0o600);
    await writeFile(pack, bytes);
    expect(await host.request('points')).toMatchObject({ damaged: true });
    expect(await needs()).toEqual(['backup-damaged']);

    expect(await host.task('repair', {})).toMatchObject({ status: 'RUNNING_SUCCESS', info: { lost: 2 } });
    expect(await host.request('points')).toMatchObject({ damaged: false });
    expect(await needs()).toEqual([]);
    expect((await ready()).map(({ id }) => id)).toEqual(
      before.filter((id) => ![forgotten, torn].includes(id)),
    );
    await writeFile(page, 'defaced');
    const restore = await host.task('restore', { point: intact, parts: 'site', mode: 'mirror' });
    expect(restore.status).toBe('RUNNING_SUCCESS');
    expect(await readFile(page, 'utf8')).toBe('x'.repeat(10_000));
    // New backups store damaged data again, instead of taking it as already stored.
    const [safety] = await ready();
    expect((await host.task('verify', { point: safety?.id })).status).toBe('RUNNING_SUCCESS');
    expect((await host.task('check', {})).status).toBe('RUNNING_SUCCESS');
  });

  it('opens again after it lost its config or keys, by a repair and without a restart', async () => {
    const at = join(console.tools.paths.folder, host.hostCode);
    const before = (await ready()).map(({ id }) => id);
    await rm(join(at, 'config'));
    expect(await host.task('create', { kind: 'site' })).toMatchObject({
      info: { reason: 'backup-config-lost' },
    });
    expect(await host.task('check', {})).toMatchObject({ info: { reason: 'backup-config-lost' } });
    expect(await needs()).toEqual(['backup-damaged']);
    expect(await host.task('repair', {})).toMatchObject({
      type: 'BACKUP_REPAIR',
      status: 'RUNNING_SUCCESS',
      info: { lost: 0 },
    });
    expect((await ready()).map(({ id }) => id)).toEqual(before);
    expect(await needs()).toEqual([]);

    // Only the backup of its config is left: a repair must not give up the points.
    await rename(at, `${at}.elsewhere`);
    expect(await host.task('repair', {})).toMatchObject({ info: { reason: 'backup-config-lost' } });
    expect((await ready()).map(({ id }) => id)).toEqual(before);
    await rm(at, { recursive: true });
    await rename(`${at}.elsewhere`, at);

    await rm(join(at, 'keys'), { recursive: true });
    expect(await host.task('check', {})).toMatchObject({ info: { reason: 'backup-config-lost' } });
    // Without a copy of its config file nothing can open the repository: a repair refuses and discards no point.
    const configBackup = join(console.tools.paths.keys, `${host.hostCode}.spare`);
    await rm(configBackup, { recursive: true });
    expect(await host.task('repair', {})).toMatchObject({ info: { reason: 'backup-config-lost' } });
    expect((await ready()).map(({ id }) => id)).toEqual(before);
    expect(await needs()).toEqual(['backup-damaged']);
    // A host without points gets an empty repository.
    await scheduleRemoval(console.tools.db, before);
    await rm(join(at, 'config'), { force: true });
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    expect(await needs()).toEqual([]);
  });

  it('downloads completely or not at all, and reports damage before the first byte', async () => {
    const { db, paths, repositories } = console.tools;
    const folder = join(paths.folder, host.hostCode, 'data');
    const packs = async () =>
      (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
    const download = async (request: object) => {
      const { url } = (await host.request('download', request)) as { url: string };
      return fetch(`${console.api.url}${url}`, { headers: { cookie: host.browser.cookie ?? '' } });
    };
    const before = await packs();
    await mkdir(join(host.root, 'wwwroot/z'));
    await writeFile(join(host.root, 'wwwroot/z/large'), randomBytes(100_000));
    const point = Number((await host.task('create', { kind: 'site' })).info?.['point']);
    const added = (await packs()).filter((name) => !before.includes(name));
    /** Damages the data packs, which are large, or the tree packs, whose first trees are the deepest. */
    const whileDamaged = async (isData: boolean, act: () => Promise<void>) => {
      for (const name of added) {
        const intact = await readFile(join(folder, name));
        if (intact.length > 100_000 !== isData) continue;
        const torn = Buffer.from(intact);
        torn.writeUInt8(torn.readUInt8(40) ^ 1, 40);
        await chmod(join(folder, name), 0o600);
        await writeFile(join(folder, name), torn);
        try {
          await act();
        } finally {
          await writeFile(join(folder, name), intact);
        }
      }
    };
    const damaged = { res: { reason: 'backup-damaged' } };
    await db.updateTable('backup_repository').set({ damaged: false }).execute();
    await whileDamaged(false, async () => {
      for (const request of [{ point }, { point, path: '/wwwroot', format: 'zip' }])
        expect(await (await download(request)).json()).toMatchObject(damaged);
      expect(await needs()).toEqual(['backup-damaged']);
      // The read itself notices the damage, too.
      const { files_snapshot: snapshot } = await readyPoint(db, host.hostCode, point);
      const output = new PassThrough().resume();
      const { signal } = new AbortController();
      const read = repositories.useShared(host.hostCode, (repository) =>
        readSnapshotFile(repository, { snapshot: snapshot ?? '', path: '/', archive: 'tar', output, signal }),
      );
      await expect(read).rejects.toHaveProperty('reason', 'backup-damaged');
      expect(output.writableEnded).toBe(false);
    });
    await whileDamaged(true, async () => {
      expect(await (await download({ point, path: '/wwwroot/z' })).json()).toMatchObject(damaged);
    });
    expect.assertions(6);
  });

  it('stays for the grace period after its host was deleted, and no longer', async () => {
    const { db } = console.tools;
    await db.deleteFrom('host').where('code', '=', host.hostCode).execute();
    const round = (ms: number) =>
      runHousekeeping(
        {
          tools: { ...console.tools, now: () => Date.now() + ms },
          node: 'local',
          log: pino({ level: 'silent' }),
        },
        new AbortController().signal,
      );
    const folder = join(console.tools.paths.folder, host.hostCode);
    await round(0);
    expect(await readdir(folder)).toContain('config');
    await mkdir(`${folder}.lost`, { recursive: true });
    await round(31 * 24 * 3600_000);
    for (const one of [folder, `${folder}.lost`]) await expect(readdir(one)).rejects.toThrow('ENOENT');
    expect(await pointsOf(db, host.hostCode)).toEqual([]);
  });
});
