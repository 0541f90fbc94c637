import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcesses } from '#testing/find-processes';
import { RESPAWNER, WALKER } from '#testing/hostile-programs';
import { claimUidSlot } from '#testing/uid-slot';
import { BASE_ENV, PART_MARK, run, start } from '#system/process/exec';
import { endProgramsOf } from '#system/process/host-programs';
import { isolationHere } from '#system/process/identity';
import { endMarked } from './end-marked';
import { acceptsConnections } from './health';
import { Keeper } from './keeper';

const WALKERS = 4;

/** A part whose first run starts a daemon, which inherits the mark. */
const PART = `
const { spawn } = require('node:child_process');
const { existsSync, rmSync } = require('node:fs');
const [folder] = process.argv.slice(1);
if (!existsSync(folder + '/life')) spawn('sh', [folder + '/daemon', folder, '0.05'], { stdio: 'ignore' });
rmSync(folder + '/sock', { force: true });
require('node:net').createServer().listen(folder + '/sock');
process.stdin.resume();
`;

(isolationHere().is === 'separate' ? describe : describe.skip)('a program with the mark of a part', () => {
  it('never delays the next start of the part, even if it keeps forking', async () => {
    const slot = await claimUidSlot();
    const { first: uid } = slot.uids;
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-marked-'));
    await chown(folder, uid, uid);
    const program = join(folder, 'walker');
    await writeFile(program, WALKER, { mode: 0o644 });
    const options = { identity: { uid, gid: uid }, env: { ...BASE_ENV, [PART_MARK]: folder } };
    const command = { file: 'prlimit', args: ['--nproc=200', '--', 'perl', program, folder] };
    const walkers = Array.from({ length: WALKERS }, () => start(command, { ...options, stdio: 'ignore' }));
    const ended = walkers.map((walker) => once(walker, 'exit'));
    try {
      const steps = async () => (await readFile(join(folder, 'life'), 'utf8').catch(() => '')).length;
      while ((await steps()) < 3000) await sleep(20);
      // Whether all are caught is a matter of chance; that the call returns is not.
      expect(await endMarked(folder)).toHaveProperty('left');
    } finally {
      expect((await endProgramsOf(uid, { is: 'none' })).left).toBe(0);
      await Promise.all(ended);
      await rm(folder, { recursive: true, force: true });
      await slot.release();
    }
  });

  it('is ended by one restart of the part, even if it starts itself again in new sessions', async () => {
    const slot = await claimUidSlot();
    const { first: uid } = slot.uids;
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-marked-'));
    await chown(folder, uid, uid);
    await writeFile(join(folder, 'daemon'), RESPAWNER, { mode: 0o644 });
    const records = join(folder, 'records');
    await mkdir(records);
    const said: string[] = [];
    const args = ['--nproc=200', '--', process.execPath, '-e', PART, folder];
    const part = {
      name: 'kept',
      command: { file: 'prlimit', args },
      identity: { uid, gid: uid },
      mark: folder,
      programMark: `kept@${folder}`,
      input: 'start\n',
      isHealthy: () => acceptsConnections(join(folder, 'sock')),
      stopSignal: 'SIGTERM',
      stopMs: 2000,
    } as const;
    const keeper = new Keeper(part, { pids: records, logs: folder, say: (line) => said.push(line) });
    const life = () => readFile(join(folder, 'life'), 'utf8').catch(() => '');
    const leader = async () => Number((await readFile(join(records, 'kept.pid'), 'utf8')).split('\n')[0]);
    try {
      await keeper.start();
      while ((await life()).split('\n').length < 20) await sleep(20);
      process.kill(await leader(), 'SIGKILL');
      while (said.at(-1) !== 'kept is back') await sleep(20);
      const steps = await life();
      expect(await findProcesses(join(folder, 'daemon'))).toEqual([]);
      expect(await life()).toBe(steps);
      expect(said).toEqual(['kept was ended by SIGKILL; starting it again', 'kept is back']);
    } finally {
      await keeper.end();
      expect((await endProgramsOf(uid, { is: 'none' })).left).toBe(0);
      await rm(folder, { recursive: true, force: true });
      await slot.release();
    }
  });

  it('ends no program of a host', async () => {
    const slot = await claimUidSlot();
    process.env[PART_MARK] = 'part@secret';
    try {
      const env = { file: 'env', args: [] };
      const identity = { uid: slot.uids.first, gid: slot.uids.first };
      expect((await run(env)).stdout).toContain('part@secret');
      expect((await run(env, { identity })).stdout).not.toContain('part@secret');
    } finally {
      Reflect.deleteProperty(process.env, PART_MARK);
      await slot.release();
    }
  });
});
