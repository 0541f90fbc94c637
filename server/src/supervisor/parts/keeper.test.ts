import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcesses } from '#testing/find-processes';
import { BASE_ENV, PART_MARK, run, start } from '#system/process/exec';
import { commandLine } from '#system/process/pid-file';
import { acceptsConnections } from './health';
import { Keeper } from './keeper';
import { endLeftovers, pidRecordText } from './leftovers';
import type { Part } from './part';

/** A leader with a worker, like nginx and php-fpm; it answers on a unix socket. */
const PROGRAM = `
const { spawn } = require('node:child_process');
const { rmSync, writeFileSync } = require('node:fs');
const [socket, pids] = process.argv.slice(1);
const worker = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
rmSync(socket, { force: true });
writeFileSync(pids, process.pid + ' ' + worker.pid);
require('node:net').createServer().listen(socket);
process.stdin.resume();
process.on('SIGTERM', () => { worker.kill('SIGKILL'); process.exit(0); });
`;

/** Programs start in `/`, from where no package is found. */
const TSX = join(__dirname, '../../../../node_modules/tsx/dist/loader.mjs');

const isThere = (file: string): Promise<boolean> =>
  readFile(file, 'utf8').then(
    (text) => text !== '',
    () => false,
  );

describe('a part', () => {
  let folder: string;
  let said: string[];
  let keepers: Keeper[];
  const pidsOf = async () => (await readFile(join(folder, 'pids'), 'utf8')).split(' ').map(Number);
  /** False for a zombie. */
  const lives = async (pid: number) => (await commandLine(pid)) !== '';
  const living = async () => {
    const pids = await pidsOf();
    const alive = await Promise.all(pids.map(lives));
    return pids.filter((_, index) => alive[index]);
  };
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await sleep(20);
  };
  const room = () => ({
    pids: join(folder, 'records'),
    logs: folder,
    say: (line: string) => said.push(line),
  });
  const keep = (kept: Part): Keeper => {
    const keeper = new Keeper(kept, room());
    keepers.push(keeper);
    return keeper;
  };
  const part = (): Part => ({
    name: 'kept',
    command: { file: process.execPath, args: ['-e', PROGRAM, join(folder, 'sock'), join(folder, 'pids')] },
    mark: folder,
    input: 'start\n',
    isHealthy: () => acceptsConnections(join(folder, 'sock')),
    stopSignal: 'SIGTERM',
    stopMs: 2000,
  });

  beforeEach(async () => {
    said = [];
    keepers = [];
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-keeper-'));
    await mkdir(join(folder, 'records'));
  });
  afterEach(async () => {
    await Promise.all(keepers.map((keeper) => keeper.end()));
    await rm(folder, { recursive: true, force: true });
  });

  it('restarts after kill -9 without leftovers, and reports it', async () => {
    const keeper = keep(part());
    await keeper.start();
    const [leader = 0, worker = 0] = await pidsOf();
    process.kill(leader, 'SIGKILL');
    await until(async () => keeper.isRunning && (await pidsOf())[0] !== leader);
    expect(await lives(worker)).toBe(false);
    expect(said).toEqual(['kept was ended by SIGKILL; starting it again', 'kept is back']);
    await keeper.end();
    expect(await living()).toEqual([]);
    expect(await readdir(join(folder, 'records'))).toEqual([]);
  });

  it('is not checked again after its end', async () => {
    const alive: boolean[] = [];
    const isHealthy = async () => {
      const answers = await acceptsConnections(join(folder, 'sock'));
      if (answers || alive.length > 0) alive.push(await lives((await pidsOf())[0] ?? 0));
      return answers;
    };
    const keeper = keep({ ...part(), isHealthy });
    await keeper.start();
    await keeper.end();
    expect(alive).not.toContain(false);
  });

  it('gives up if it never becomes healthy', async () => {
    const broken = { ...part(), command: { file: '/bin/false', args: [] } };
    const keeper = keep(broken);
    await expect(keeper.start()).rejects.toThrow(/^kept does not start: see .*kept\.log$/);
    await keeper.end();
  });

  it('reports a missing program', async () => {
    const missing = { ...part(), command: { file: '/no/such/program', args: [] } };
    const keeper = keep(missing);
    await expect(keeper.start()).rejects.toThrow('does not start');
    expect(said[0]).toContain('ENOENT');
    await keeper.end();
  });

  it('ends while it is still starting', async () => {
    const slow = { ...part(), isHealthy: () => Promise.resolve(false) };
    const keeper = keep(slow);
    const begun = keeper.start().catch((error: unknown) => String(error));
    await until(() => isThere(join(folder, 'pids')));
    await keeper.end();
    expect(await begun).toContain('stopped before it was ready');
    expect(await living()).toEqual([]);
  });

  it('does not run if its pid can’t be recorded', async () => {
    await rm(join(folder, 'records'), { recursive: true });
    const keeper = keep(part());
    await expect(keeper.start()).rejects.toThrow('does not start');
    await keeper.end();
    expect(await isThere(join(folder, 'pids'))).toBe(false);
    expect(await findProcesses(folder)).toEqual([]);
  });

  it('does not run if its supervisor is killed before the pid is recorded', async () => {
    // No process reads the FIFO, so the record is never complete.
    expect(await run({ file: 'mkfifo', args: [join(folder, 'records/kept.pid')] })).toMatchObject({
      code: 0,
    });
    const script = join(__dirname, '../../../testing/keeper-process.ts');
    const args = ['--import', TSX, script, folder];
    const supervisor = start({ file: process.execPath, args }, { stdio: 'ignore' });
    await until(async () => (await findProcesses(folder)).length === 2);
    process.kill(supervisor.pid ?? 0, 'SIGKILL');
    await until(async () => (await findProcesses(folder)).length === 0);
    expect(await isThere(join(folder, 'ran'))).toBe(false);
  });

  it('is found and ended by the next start after its supervisor was killed', async () => {
    const { command } = part();
    const child = start(command, { stdio: ['pipe', 'ignore', 'ignore'] });
    await until(() => acceptsConnections(join(folder, 'sock')));
    const [leader = 0, worker = 0] = await pidsOf();
    await writeFile(
      join(folder, 'records/kept.pid'),
      pidRecordText({ pid: leader, file: command.file, mark: folder }),
    );
    process.kill(leader, 'SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(await lives(worker)).toBe(true);
    expect(await endLeftovers(join(folder, 'records'))).toEqual({ found: ['kept'], left: [] });
    expect(await lives(worker)).toBe(false);
  });

  describe('a part that runs programs', () => {
    /** A unique argument in the command line of each of these programs. */
    let seconds: string;
    let program: Part;
    const family = () => findProcesses(seconds);
    beforeEach(() => {
      seconds = `600.${randomInt(1e9, 1e10)}`;
      const script = join(__dirname, '../../../testing/exec-process.ts');
      const socket = join(folder, 'sock');
      program = {
        ...part(),
        command: { file: process.execPath, args: ['--import', TSX, script, socket, seconds] },
        programMark: `kept@${folder}`,
        prepare: () => rm(socket, { force: true }),
      };
    });
    /** The part, its shell, a shell in another process session, and two `sleep`. */
    const FAMILY = 5;

    it('restarts after kill -9 only when all its programs have ended, even those in another process session', async () => {
      const keeper = keep(program);
      await keeper.start();
      await until(async () => (await family()).length === FAMILY);
      const before = await family();
      const record = await readFile(join(folder, 'records/kept.pid'), 'utf8');
      const leader = Number(record.split('\n')[0]);
      process.kill(leader, 'SIGKILL');
      let after: readonly number[] = before;
      // A killed process stays in the table for a moment, and its keeper notices the end later.
      await until(async () => {
        after = await family();
        return keeper.isRunning && after.length === FAMILY && !after.includes(leader);
      });
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
      await keeper.end();
      expect(await family()).toEqual([]);
    });

    it('leaves none after the next start if part and supervisor were killed', async () => {
      const { file, args } = program.command;
      const env = { ...BASE_ENV, [PART_MARK]: program.programMark ?? '' };
      const child = start({ file, args }, { env, stdio: ['pipe', 'ignore', 'ignore'] });
      await until(async () => (await family()).length === FAMILY);
      const { mark, programMark } = program;
      const text = pidRecordText({ pid: child.pid ?? 0, file, mark, programMark });
      await writeFile(join(folder, 'records/kept.pid'), text);
      process.kill(child.pid ?? 0, 'SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      expect((await family()).length).toBe(FAMILY - 1);
      expect(await endLeftovers(join(folder, 'records'))).toEqual({ found: ['kept'], left: [] });
      expect(await family()).toEqual([]);
    });
  });

  it('leaves a process alone that has reused its pid', async () => {
    const other = start({ file: 'sleep', args: ['60'] }, { stdio: 'ignore' });
    await writeFile(
      join(folder, 'records/kept.pid'),
      pidRecordText({ pid: other.pid ?? 0, file: process.execPath, mark: folder }),
    );
    expect(await endLeftovers(join(folder, 'records'))).toEqual({ found: [], left: [] });
    expect(await lives(other.pid ?? 0)).toBe(true);
    other.kill('SIGKILL');
    await new Promise((resolve) => other.once('exit', resolve));
  });
});
