import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { killGroup, run, start } from '#system/process/exec';
import { isRefusal } from '#faults/refusal';
import { runRestic } from '#system/restic/run-restic';
import { TEST_KEY } from '#testing/api';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { makeKeyFast } from '#testing/fast-key';
import { addFastRepository } from '#testing/fast-repository';
import { freePort } from '#testing/free-port';
import { isPortOpen } from '#testing/is-port-open';
import { backupNeeds } from './api/needs';
import { CopyQueue } from './worker/targets/copy-queue';
import { pointsOf, readyPoint } from './point-store';
import { targetsOf } from './target-store';

jest.setTimeout(300_000);

const LOG = pino({ level: 'silent' });

describe('copies at targets', () => {
  let console: BackupConsole;
  let host: BackupHost;
  /** Set by a later test; owns a point id that `host` had before. */
  let other: BackupHost;
  let scratch: string;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-targets-'));
    await chmod(scratch, 0o755);
    console = await makeBackupConsole({ allowed: ['127.0.0.1/32'] });
    host = await console.host('copied');
    await addFastRepository(console.tools, host.hostCode);
    await writeFile(join(host.root, 'wwwroot/index.html'), 'hello');
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
  });
  afterAll(async () => {
    for (const child of started) {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      killGroup(child.pid, 'SIGKILL');
      await gone;
    }
    await console.close();
    await rm(scratch, { recursive: true, force: true });
  });

  async function serve(file: string, args: readonly string[], port: number): Promise<void> {
    const child = start({ file, args }, { stdio: 'ignore' });
    started.push(child);
    while (!(await isPortOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${file} does not start`);
      await sleep(30);
    }
  }
  const copiesOf = () => new CopyQueue({ tools: console.tools, node: 'local', log: LOG });
  const NEVER = new AbortController().signal;
  const sync = async () => {
    const copies = copiesOf();
    while ((await copies.startDue({ signal: NEVER })) > 0) await copies.settled();
  };
  /** Saves the time of restic's key derivation in the tests that follow. */
  const quickenLocal = async () => {
    const { tools } = console;
    const keys = join(tools.paths.keys, `${host.hostCode}.spare/keys`);
    await makeKeyFast(await tools.repositories.openUnchecked(host.hostCode), [keys]);
  };
  /** See `quickenLocal`. The copy has the present password. */
  const quickenCopy = async (folder: string) => {
    const local = await console.tools.repositories.openUnchecked(host.hostCode);
    await makeKeyFast({ ...local, at: join(scratch, folder) });
  };
  const stateOf = async (name: string) =>
    ((await host.request('targets')) as { name: string; behind: number }[]).find(
      (target) => target.name === name,
    );

  it('copies to a REST server and reveals its password in no reply', async () => {
    const port = await freePort();
    const folder = join(scratch, 'rest');
    const login = ['--user', 'me', '--pass', 'secret-of-rest'];
    await serve(
      '/usr/bin/rclone',
      ['serve', 'restic', '--addr', `127.0.0.1:${port}`, ...login, folder],
      port,
    );
    const place = { is: 'rest', url: `http://127.0.0.1:${port}/mine`, user: 'me' };
    expect(await host.request('targets/test', { place: { ...place, password: 'wrong' } })).toBe(
      'target-unreachable',
    );
    const saved = (await host.request('targets/save', {
      name: 'rest',
      place: { ...place, password: 'secret-of-rest' },
    })) as { id: number };
    expect(saved).toEqual({ id: expect.any(Number) as unknown });
    expect(await stateOf('rest')).toMatchObject({ behind: 1, syncedAt: null });
    await sync();
    expect(await stateOf('rest')).toMatchObject({
      state: 'idle',
      behind: 0,
      syncedAt: expect.any(String) as unknown,
    });
    expect(JSON.stringify(await host.request('targets'))).not.toContain('secret-of-rest');
    expect(await readdir(join(folder, 'mine/snapshots'))).toHaveLength(1);
    expect(await host.request('points')).toMatchObject({
      points: [{ copies: [{ target: saved.id }] }],
    });
  });

  it('copies everything again after the address changed, and refuses S3 without keys', async () => {
    const saved = (await host.request('targets')) as { id: number; place: { url: string } }[];
    const [{ id, place } = { id: 0, place: { url: '' } }] = saved;
    const to = (url: string) => host.request('targets/save', { id, name: 'rest', place: { ...place, url } });
    expect(await to(place.url)).toEqual({ id });
    expect(await stateOf('rest')).toMatchObject({ behind: 0 });
    expect(await to(`${place.url}-else`)).toEqual({ id });
    expect(await stateOf('rest')).toMatchObject({ behind: 1, syncedAt: null });
    await sync();
    expect(await stateOf('rest')).toMatchObject({ state: 'idle', behind: 0 });
    await quickenCopy('rest/mine-else');
    const s3 = { is: 's3', endpoint: 'https://s3.example.com', bucket: 'theirs' };
    expect(await host.request('targets/test', { place: s3 })).toBe('target-unreachable');
  });

  it('gives a rotated password to the copy with the next sync; the old one opens neither copy nor repository', async () => {
    const { tools, api } = console;
    const local = await tools.repositories.useShared(host.hostCode, (repository) =>
      Promise.resolve(repository),
    );
    const old = join(scratch, 'old-key');
    await writeFile(old, await readFile(local.passwordFile));
    const opens = (at: string, passwordFile: string) =>
      runRestic({ ...local, at, passwordFile }, { args: ['cat', '--no-lock', 'config'], signal: NEVER }).then(
        () => 'opens',
        (error: unknown) => (isRefusal(error) ? error.reason : error),
      );
    const rotate = () =>
      fetch(`${api.providerUrl}/provider/backups/${host.hostCode}/key`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
      });
    // After a failed rotation, the next use makes a new backup of the config.
    const next = join(tools.paths.keys, `${host.hostCode}.next`);
    await mkdir(next);
    await expect(tools.repositories.rotateKey(host.hostCode)).rejects.toThrow('EISDIR');
    await rm(next, { recursive: true });
    await tools.repositories.useShared(host.hostCode, () => Promise.resolve());
    expect(await readdir(tools.paths.keys)).toEqual([host.hostCode, `${host.hostCode}.spare`]);
    expect((await rotate()).status).toBe(200);
    expect(await opens(local.at, old)).toBe('backup-key-wrong');
    expect(await readdir(join(local.at, 'keys'))).toHaveLength(1);
    const copy = join(scratch, 'rest/mine-else');
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    await sync();
    expect(await stateOf('rest')).toMatchObject({ state: 'idle', behind: 0 });
    expect(await opens(copy, old)).toBe('backup-key-wrong');
    expect(await readdir(tools.paths.keys)).toEqual([host.hostCode, `${host.hostCode}.spare`]);
    const savedKeys = join(tools.paths.keys, `${host.hostCode}.spare/keys`);
    expect(await readdir(savedKeys)).toEqual(await readdir(join(local.at, 'keys')));
    await Promise.all([quickenLocal(), quickenCopy('rest/mine-else')]);
  });

  it('copies by SFTP only while the server has the key that the owner confirmed', async () => {
    const port = await freePort();
    const keys = join(scratch, 'ssh');
    await mkdir(keys, { mode: 0o700 });
    const make = (name: string) =>
      run({ file: 'ssh-keygen', args: ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, name)] });
    await make('server');
    await make('client');
    await writeFile(join(keys, 'authorized'), await readFile(join(keys, 'client.pub')), { mode: 0o600 });
    await mkdir('/run/sshd', { recursive: true });
    const options = {
      Port: port,
      ListenAddress: '127.0.0.1',
      HostKey: join(keys, 'server'),
      AuthorizedKeysFile: join(keys, 'authorized'),
      PidFile: 'none',
      StrictModes: 'no',
      PermitRootLogin: 'prohibit-password',
      UsePAM: 'no',
      Subsystem: 'sftp internal-sftp',
    };
    const lines = Object.entries(options).map(([name, value]) => `${name} ${value}`);
    await writeFile(join(keys, 'config'), `${lines.join('\n')}\n`);
    await serve('/usr/sbin/sshd', ['-D', '-f', join(keys, 'config')], port);
    const privateKey = await readFile(join(keys, 'client'), 'utf8');
    const place = {
      is: 'sftp',
      host: '127.0.0.1',
      port,
      user: 'root',
      folder: join(scratch, 'sftp'),
      privateKey,
    };

    const tested = (await host.request('targets/test', { place })) as { fingerprint: string };
    const shown = await run({ file: 'ssh-keygen', args: ['-lf', join(keys, 'server.pub')] });
    expect(tested).toEqual({ is: 'confirm-key', fingerprint: shown.stdout.split(' ')[1] });
    expect(await host.request('targets/save', { name: 'sftp', place })).toBe('target-key-unconfirmed');
    const other = { ...place, fingerprint: 'SHA256:another' };
    expect(await host.request('targets/save', { name: 'sftp', place: other })).toBe('target-key-changed');
    const { fingerprint } = tested;
    expect(
      await host.request('targets/save', { name: 'sftp', place: { ...place, fingerprint } }),
    ).toMatchObject({
      id: expect.any(Number) as unknown,
    });
    await sync();
    expect(await stateOf('sftp')).toMatchObject({ state: 'idle', behind: 0 });
    expect(JSON.stringify(await host.request('targets'))).not.toContain('PRIVATE KEY');
    expect(await readdir(join(scratch, 'sftp/snapshots'))).toHaveLength(2);
    expect(await readdir(console.tools.paths.temp)).toEqual([]);
    await quickenCopy('sftp');
  });

  interface ListedPoint {
    readonly key: string;
    readonly here: boolean;
    readonly createdAt: string;
  }
  const listed = async (name: string, who = host) =>
    (await who.request(`targets/points?id=${await idOf(name, who)}`)) as readonly ListedPoint[];
  const idOf = async (name: string, who = host) =>
    (await targetsOf(console.tools.db, who.hostCode)).find((target) => target.name === name)?.id ?? 0;
  const fetchPoints = async (name: string) => host.task('targets/bringBack', { id: await idOf(name) });
  const readyIds = async () =>
    (await pointsOf(console.tools.db, host.hostCode))
      .filter(({ state }) => state === 'ready')
      .map(({ id }) => id);

  it('fetches copies with a former password into a lost repository', async () => {
    const before = await readyIds();
    // The copy keeps the former password until the next sync.
    await console.tools.repositories.rotateKey(host.hostCode);
    expect((await listed('sftp')).map(({ here }) => here)).toEqual(before.map(() => true));
    const at = join(console.tools.paths.folder, host.hostCode);
    await rm(join(at, 'config'));
    // A repository that opens with the backup of its config is not replaced.
    await console.tools.repositories.recreateFromCopy(host.hostCode, () =>
      Promise.reject(new Error('replaced')),
    );
    const packs = (await readdir(join(at, 'data'), { recursive: true })).sort();
    await rm(join(at, 'config'));
    await rm(join(console.tools.paths.keys, `${host.hostCode}.spare`), { recursive: true });
    expect(await host.task('create', { kind: 'site' })).toMatchObject({
      status: 'RUNNING_FAIL',
      info: { reason: 'backup-config-lost' },
    });
    expect((await listed('sftp')).map(({ here }) => here)).toEqual(before.map(() => false));
    expect(await fetchPoints('sftp')).toMatchObject({
      type: 'BACKUP_FETCH',
      status: 'RUNNING_SUCCESS',
      info: { brought: before.length },
      progress: { bytes: expect.any(Number) as unknown },
    });
    expect(await readyIds()).toEqual(before);
    // The copy is unchanged; the fetched repository has the current password, and no temporary key file is left.
    const local = await console.tools.repositories.openUnchecked(host.hostCode);
    await expect(
      runRestic(
        { ...local, at: join(scratch, 'sftp') },
        { args: ['cat', '--no-lock', 'config'], signal: NEVER },
      ),
    ).rejects.toMatchObject({ reason: 'backup-key-wrong' });
    expect(await readdir(console.tools.paths.keys)).toEqual([host.hostCode, `${host.hostCode}.spare`]);
    // The packs of the lost repository were kept.
    expect((await readdir(join(`${at}.lost/data`), { recursive: true })).sort()).toEqual(packs);
    await quickenLocal();
    expect((await host.task('check', {})).status).toBe('RUNNING_SUCCESS');
    const page = join(host.root, 'wwwroot/index.html');
    await writeFile(page, 'defaced');
    const restore = await host.task('restore', { point: Math.min(...before), mode: 'mirror' });
    expect(restore.status).toBe('RUNNING_SUCCESS');
    expect(await readFile(page, 'utf8')).toBe('hello');
  });

  /** Damages the cache that restic keeps of targets; our own repositories have none. */
  async function damageCache(): Promise<void> {
    const { cache } = console.tools.paths;
    expect(await readdir(cache)).toEqual([host.hostCode]);
    const names = await readdir(cache, { recursive: true });
    const indexes = names.filter((name) => /\/index\/.*[0-9a-f]{64}$/.test(name));
    expect(indexes).not.toEqual([]);
    for (const name of indexes) {
      await chmod(join(cache, name), 0o600);
      await writeFile(join(cache, name), 'x'.repeat(200));
    }
  }

  it('keeps copies that a database restored from an old backup does not know, and fetches them', async () => {
    const { db } = console.tools;
    await db.updateTable('backup_target').set({ enabled: false }).where('name', '=', 'sftp').execute();
    await sync();
    const [newest = 0, taken = 0, gone = 0] = await readyIds();
    await db.deleteFrom('backup_copy').where('point_id', '=', taken).execute();
    // A later point had the same id and was deleted.
    const later = new Date(Date.now() + 3600_000);
    await db.updateTable('backup_copy').set({ made_at: later }).where('point_id', '=', newest).execute();
    await db.deleteFrom('backup_point').where('id', 'in', [newest, taken]).execute();
    // A copy that the next sync removes is not listed.
    await db.deleteFrom('backup_point').where('id', '=', gone).execute();
    const copies = await listed('rest');
    expect(copies.map(({ here }) => here)).toEqual([false, false]);
    other = await console.host('of-the-number');
    await console.tools.repositories.openUnchecked(other.hostCode);
    const row = { host_code: other.hostCode, state: 'ready', kind: 'site', reason: 'manual' } as const;
    await db
      .insertInto('backup_point')
      .values({ ...row, id: taken })
      .execute();

    // The next sync removes only copies that we made of deleted points, and recovers from a damaged cache.
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    await damageCache();
    await sync();
    expect(await stateOf('rest')).toMatchObject({ state: 'idle', behind: 0 });
    const left = await listed('rest');
    expect(left.map(({ here }) => here)).toEqual([true, false, false]);
    expect(left.slice(1).map(({ createdAt }) => createdAt)).toEqual(copies.map(({ createdAt }) => createdAt));
    await quickenCopy('rest/mine-else');

    expect(await fetchPoints('rest')).toMatchObject({ info: { brought: 2 } });
    const back = await readyPoint(db, host.hostCode, newest);
    expect(back).toMatchObject({ kind: 'site', reason: 'manual', note: 'rest', files: 1 });
    expect(back.created_at.toISOString()).toBe(left[1]?.createdAt);
    // Another point has the id by now.
    expect(await readyPoint(db, other.hostCode, taken)).toMatchObject({ files_snapshot: null });
    const renamed = Math.max(...(await readyIds()));
    expect((await readyPoint(db, host.hostCode, renamed)).created_at.toISOString()).toBe(left[2]?.createdAt);
    expect((await host.task('verify', { point: renamed })).status).toBe('RUNNING_SUCCESS');
    expect((await listed('rest')).every(({ here }) => here)).toBe(true);
  });

  it('ignores snapshots of other hosts and those without our tag', async () => {
    const local = await console.tools.repositories.openUnchecked(host.hostCode);
    const before = await listed('rest');
    await writeFile(join(scratch, 'theirs'), 'x');
    for (const [whose, tag] of [
      ['another-host', 'point-1'],
      [host.hostCode, 'point-x'],
    ] as const)
      await runRestic(
        { ...local, at: join(scratch, 'rest/mine-else') },
        { args: ['backup', '--host', whose, '--tag', tag, '--', 'theirs'], cwd: scratch, signal: NEVER },
      );
    expect(await listed('rest')).toEqual(before);
    expect(await fetchPoints('rest')).toMatchObject({ info: { brought: 0 } });

    const rest = (await targetsOf(console.tools.db, host.hostCode)).find(({ name }) => name === 'rest');
    const url = rest?.place.is === 'rest' ? rest.place.url : '';
    const own = { host_code: other.hostCode, enabled: false, secrets: JSON.stringify(rest?.secrets) };
    for (const [name, at] of [
      ['theirs', url],
      ['nothing', `${url}-nothing`],
    ] as const)
      await console.tools.db
        .insertInto('backup_target')
        .values({ ...own, name, place: JSON.stringify({ is: 'rest', url: at, user: 'me' }) })
        .execute();
    expect(await other.task('targets/bringBack', { id: await idOf('theirs', other) })).toMatchObject({
      status: 'RUNNING_FAIL',
      info: { reason: 'target-foreign' },
    });
    expect(await listed('nothing', other)).toBe('target-empty');
    // Another host's target is not contacted at all.
    expect(await other.request(`targets/points?id=${await idOf('rest')}`)).toBe('not-found');
    expect(await other.request('targets/bringBack', { id: await idOf('rest') })).toBe('not-found');
  });

  it('connects to no private address, not even by a redirect', async () => {
    for (const url of ['http://10.0.0.1/x', 'http://169.254.169.254/x', 'http://[::1]:9/x'])
      expect(await host.request('targets/test', { place: { is: 'rest', url } })).toBe('target-refused');
    let reached = 0;
    const listen = async (server: Server, port: number) => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    };
    const [hidden, leading] = [await freePort(), await freePort()];
    const secret = createServer((_request, reply) => {
      reached += 1;
      reply.end('{}');
    });
    const redirect = createServer((_request, reply) =>
      reply.writeHead(302, { location: `http://127.0.0.1:${hidden}/` }).end(),
    );
    await listen(secret, hidden);
    await listen(redirect, leading);
    const place = { is: 'rest', url: `http://127.0.0.1:${leading}/x` };
    expect(await host.request('targets/test', { place })).toBe('target-unreachable');
    expect(reached).toBe(0);
    for (const server of [secret, redirect]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('reports why a copy failed, and schedules a retry', async () => {
    const before = Number((await stateOf('rest'))?.behind);
    for (const child of started) killGroup(child.pid, 'SIGKILL');
    await writeFile(join(host.root, 'wwwroot/more.html'), 'more');
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    await sync();
    expect(await stateOf('rest')).toMatchObject({
      state: 'failed',
      behind: before + 1,
      message: expect.any(String) as unknown,
    });
    const [need, ...others] = await backupNeeds(console.tools.db)(host, 'en-US');
    expect(need).toMatchObject({ reason: 'backup-copy-failed', tone: 'warning' });
    expect(JSON.stringify(need)).toContain('rest');
    expect(others).toEqual([]);
    const [row] = await targetsOf(console.tools.db, host.hostCode);
    expect(row?.retry_at.getTime()).toBeGreaterThan(Date.now());
  });
});
