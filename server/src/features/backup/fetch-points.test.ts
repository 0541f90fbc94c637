import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { StopReason } from '#queue/worker/run-task';
import type { TaskRow } from '#state/tables';
import { makeBackupConsole, type BackupConsole, type BackupHost } from '#testing/backup-console';
import { addFastRepository, writeFastRepository } from '#testing/fast-repository';
import { startRestTarget, type RestTarget } from '#testing/rest-target';
import { CopyQueue } from './worker/targets/copy-queue';
import { pointsOf } from './point-store';
import { targetsOf } from './target-store';

const LARGE = 12_000_000;
const NEVER = new AbortController().signal;

describe('fetching points from a target', () => {
  let scratch: string;
  let target: RestTarget;
  let console: BackupConsole;
  let host: BackupHost;
  let id = 0;
  const large = randomBytes(LARGE);
  const file = () => join(host.root, 'wwwroot/large');

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-way-back-'));
    target = await startRestTarget(scratch);
    console = await makeBackupConsole({ allowed: ['127.0.0.1/32'] });
    host = await console.host('way-back');
    await addFastRepository(console.tools, host.hostCode);
    await writeFastRepository(join(scratch, 'mine'), 'copy');
    await writeFile(join(host.root, 'wwwroot/index.html'), 'hello');
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    await writeFile(file(), large);
    expect((await host.task('create', { kind: 'site' })).status).toBe('RUNNING_SUCCESS');
    const row = { host_code: host.hostCode, name: 'rest', enabled: true, secrets: '{}' };
    await console.tools.db
      .insertInto('backup_target')
      .values({ ...row, place: JSON.stringify({ is: 'rest', url: target.url }) })
      .execute();
    const copies = new CopyQueue({ tools: console.tools, node: 'local', log: pino({ level: 'silent' }) });
    await copies.startDue({ signal: NEVER });
    await copies.settled();
    const [saved] = await targetsOf(console.tools.db, host.hostCode);
    expect(saved).toMatchObject({ state: 'idle', fault: null });
    id = saved?.id ?? 0;
  });
  afterAll(async () => {
    await console.close();
    await target.close();
    await rm(scratch, { recursive: true, force: true });
  });
  const forgetPoints = async () => {
    await console.tools.db.deleteFrom('backup_copy').execute();
    await console.tools.db.deleteFrom('backup_point').execute();
  };
  const points = () => pointsOf(console.tools.db, host.hostCode);

  /** Starts a fetch and stops it in the middle of the large file. */
  async function fetchHalf(reason: StopReason): Promise<TaskRow> {
    const { taskId } = (await host.request('targets/bringBack', { id })) as { taskId: number };
    const task = await console.api.core.tasks.get(taskId);
    if (!task) throw new Error('There is no task');
    const stop = new AbortController();
    target.stopAfter(LARGE / 2, () => stop.abort(reason));
    const ended = await console.run(task, 'none', stop.signal);
    expect(stop.signal.aborted).toBe(true);
    target.goOn();
    return ended;
  }

  it('keeps the points that were complete when it was cancelled, and nothing partial', async () => {
    const { repositories, paths } = console.tools;
    await repositories.useExclusively(host.hostCode, async ({ at }) => {
      await rm(at, { recursive: true });
      await writeFastRepository(at, 'own');
    });
    await forgetPoints();
    expect((await fetchHalf('cancelled')).status).toBe('STOP');
    expect(await points()).toMatchObject([{ state: 'ready', files: 1 }]);
    expect((await host.task('check', {})).status).toBe('RUNNING_SUCCESS');
    expect(await readdir(paths.temp)).toEqual([]);
  });

  it('continues with the next worker, including points that were fetched but not yet adopted', async () => {
    const left = await fetchHalf('worker-stops');
    expect(left.status).toBe('RUNNING');
    await forgetPoints();
    expect(await console.run(left, 'lost')).toMatchObject({
      status: 'RUNNING_SUCCESS',
      info: { brought: 2 },
    });
    const [newest] = await points();
    await writeFile(file(), 'defaced');
    expect((await host.task('restore', { point: newest?.id })).status).toBe('RUNNING_SUCCESS');
    expect(large.equals(await readFile(file()))).toBe(true);
  });
});
