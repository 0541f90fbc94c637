import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TargetAddress } from '@sitedeck/contract';
import { scopeOfTask } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import { findProgram, run } from '#system/process/exec';
import { findRestic } from '#system/restic/engine';
import { runRestic } from '#system/restic/run-restic';
import { openTarget } from '#system/restic/target/open-target';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { addFastRepository } from '#testing/fast-repository';
import { startS3, type S3Server } from '#testing/s3-server';
import type { BackupTools } from './worker/tools';
import { implementFetch } from './worker/targets/fetch-task';
import { CopyQueue } from './worker/targets/copy-queue';
import { syncTarget } from './worker/targets/copy-to-target';
import { pointsOf } from './point-store';
import { Repositories } from './worker/repository/repositories';
import { targetsOf } from './target-store';
import { testTarget } from './worker/targets/test-target';

/** Leads to this machine like 127.0.0.1, but restic does not exempt it from its proxy. */
const ADDRESS = '0.0.0.0';
const KEYS = { accessKey: 'an:access-key', secretKey: 'secret/of+s3' };
const NEVER = new AbortController().signal;
const LOG = pino({ level: 'silent' });

describe('copies on an S3 server', () => {
  let scratch: string;
  let server: S3Server;
  let console: BackupConsole;
  let host: BackupHost;
  let tools: BackupTools;
  let place: Extract<TargetAddress, { is: 's3' }>;

  /** Tools whose restic trusts the server's certificate. */
  async function toolsTrusting(certificate: string): Promise<BackupTools> {
    const [found, env] = [await findRestic(), await findProgram('env')];
    if (!found || env === undefined) throw new Error('There is no engine');
    const engine = { ...found, lowPriority: [env, `SSL_CERT_FILE=${certificate}`, ...found.lowPriority] };
    const { db, paths } = console.tools;
    return { ...console.tools, repositories: new Repositories({ db, node: 'local', paths, engine }) };
  }

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-s3-'));
    const [key, cert] = [join(scratch, 'key.pem'), join(scratch, 'cert.pem')];
    const names = ['-subj', '/CN=s3', '-addext', `subjectAltName=IP:${ADDRESS}`];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
    ];
    await run({ file: 'openssl', args: [...made, ...names] });
    const pem = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
    server = await startS3({ bucket: 'theirs', ...KEYS, ...pem });
    const endpoint = `https://${ADDRESS}:${server.port}`;
    place = { is: 's3', endpoint, bucket: 'theirs', folder: 'mine', ...KEYS };
    console = await makeBackupConsole({ allowed: [`${ADDRESS}/32`] });
    host = await console.host('on-s3');
    await addFastRepository(console.tools, host.hostCode);
    tools = await toolsTrusting(cert);
    await writeFile(join(host.root, 'wwwroot/index.html'), 'hello');
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
  });
  afterAll(async () => {
    await console.close();
    await server.close();
    await rm(scratch, { recursive: true, force: true });
  });

  it('passes the server’s message on if it refuses the keys', async () => {
    const testWith = (secretKey: string) =>
      testTarget(tools, { hostCode: host.hostCode, place: { ...place, secretKey } }, NEVER);
    await expect(testWith('wrong')).rejects.toMatchObject({
      reason: 'target-unreachable',
      detail: { values: { why: expect.stringContaining('SignatureDoesNotMatch') as unknown } },
    });
    expect(server.objects.size).toBe(0);
    expect(await testWith(KEYS.secretKey)).toEqual({ is: 'works' });
  });

  it('copies points completely, so that restic can restore them from there', async () => {
    const { is, endpoint, bucket, folder } = place;
    const row = { host_code: host.hostCode, name: 's3', enabled: true, secrets: JSON.stringify(KEYS) };
    await tools.db
      .insertInto('backup_target')
      .values({ ...row, place: JSON.stringify({ is, endpoint, bucket, folder }) })
      .execute();
    for (const target of await targetsOf(tools.db, host.hostCode))
      await syncTarget(tools, target, { signal: NEVER });
    expect(await targetsOf(tools.db, host.hostCode)).toMatchObject([{ state: 'idle', fault: null }]);
    const into = join(scratch, 'restored');
    const output: string[] = [];
    await tools.repositories.useShared(host.hostCode, async (local) => {
      const opening = { local, networks: tools, onBytes: () => undefined, signal: NEVER };
      const remote = await openTarget(place, opening);
      const request = (...args: string[]) =>
        runRestic(remote.repository, { args, signal: NEVER, onLine: (line) => output.push(line) });
      try {
        await request('check', '--read-data');
        await request('restore', 'latest', '--target', into);
      } finally {
        await remote.close();
      }
    });
    expect(output).toContain('no errors were found');
    expect(await readdir(join(into, 'wwwroot'))).toEqual(['index.html']);
    expect(await readFile(join(into, 'wwwroot/index.html'), 'utf8')).toBe('hello');
  });

  const snapshotNames = () => [...server.objects.keys()].filter((name) => /(^|\/)snapshots\/./.test(name));
  const points = async () =>
    (await pointsOf(tools.db, host.hostCode)).filter(({ state }) => state === 'ready').map(({ id }) => id);

  it('removes a copy in the next round after its point was deleted, without another backup', async () => {
    const copies = new CopyQueue({ tools, node: 'local', log: LOG });
    const round = async () => {
      const started = await copies.startDue({ signal: NEVER });
      await copies.settled();
      return started;
    };
    const [first = 0] = await points();
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    expect(await round()).toBe(1);
    expect(snapshotNames()).toHaveLength(2);
    expect(await round()).toBe(0);
    expect(await host.request('delete', { point: first })).toEqual({});
    expect(await round()).toBe(1);
    expect(snapshotNames()).toHaveLength(1);
    expect(await round()).toBe(0);
    expect(await targetsOf(tools.db, host.hostCode)).toMatchObject([{ state: 'idle', fault: null }]);
  });

  it('fetches a copy completely into a lost repository', async () => {
    const [target] = await targetsOf(tools.db, host.hostCode);
    const [point = 0] = await points();
    const facts = await readHost(tools.db, host.hostCode);
    if (!target || !facts) throw new Error('No target or no host');
    await console.tools.repositories.useExclusively(host.hostCode, ({ at }) => rm(at, { recursive: true }));
    await rm(join(tools.paths.keys, `${host.hostCode}.spare`), { recursive: true });
    const info = await implementFetch(await toolsTrusting(join(scratch, 'cert.pem')))
      .open({ target: target.id, objectName: target.name })
      .run({
        ...{ taskId: 1, scope: scopeOfTask({ host_code: host.hostCode, operator: 'me' }, facts) },
        ...{ signal: NEVER, log: LOG, progress: () => undefined, step: (_name, act) => act() },
        askForConfiguration: () => undefined,
      });
    expect(info).toMatchObject({ brought: 1 });
    await writeFile(join(host.root, 'wwwroot/index.html'), 'defaced');
    expect((await host.task('restore', { point, mode: 'mirror' })).status).toBe('RUNNING_SUCCESS');
    expect(await readFile(join(host.root, 'wwwroot/index.html'), 'utf8')).toBe('hello');
  });
});
