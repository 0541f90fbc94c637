import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESPAWNER, TICKER, WALKER } from '#testing/hostile-programs';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { start } from './exec';
import { busyUids, endHostPrograms, endOrphans, endProgramsOf } from './host-programs';
import { isolationHere } from './identity';
import { processTable } from './process-table';

const isolation = isolationHere();

(isolation.is === 'separate' ? describe : describe.skip)('a program of a host', () => {
  let slot: UidSlot;
  let folder: string;
  const children: ChildProcess[] = [];
  const uid = (number: number) => slot.uids.first + number;

  beforeEach(async () => {
    slot = await claimUidSlot();
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-programs-'));
    await chown(folder, uid(0), uid(0));
  });
  afterEach(async () => {
    await endHostPrograms((one) => one >= slot.uids.first && one <= slot.uids.last, { is: 'none' });
    for (const child of children.splice(0))
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
    await slot.release();
  });

  /** Held by this process, like a file service's child by its parent. */
  const begin = (number: number, file: string, ...args: string[]): ChildProcess => {
    const identity = { uid: uid(number), gid: uid(number) };
    // A process limit, so that the test itself can't fill the machine.
    const command = { file: 'prlimit', args: ['--nproc=200', '--', file, ...args] };
    const child = start(command, { identity, stdio: 'ignore' });
    children.push(child);
    return child;
  };
  const life = () => readFile(join(folder, 'life'), 'utf8').catch(() => '');
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(20);
  };
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };
  const isOver = async () => !(await busyUids(slot.uids)).has(uid(0));
  /** Whether the file that the program keeps writing has stopped growing. */
  const isStill = async () => {
    const before = (await stat(join(folder, 'life'))).size;
    await sleep(200);
    return (await stat(join(folder, 'life'))).size === before;
  };

  it('ends although it forks, left its session and ignores signals', async () => {
    begin(0, 'sh', await write('respawner', RESPAWNER), folder, '0.05');
    await until(async () => (await life()).split('\n').length > 20);
    const neighbour = begin(1, 'sleep', '600');
    expect(await endHostPrograms((one) => one === uid(0), { is: 'none' })).toMatchObject({ left: 0 });
    expect(await isOver()).toBe(true);
    expect(await isStill()).toBe(true);
    expect([neighbour.exitCode, neighbour.signalCode]).toEqual([null, null]);
  });

  it('ends although each of its processes is gone before a signal arrives', async () => {
    begin(0, 'perl', await write('walker', WALKER), folder);
    await until(async () => (await life()).split('\n').length > 100);
    expect((await endProgramsOf(uid(0), { is: 'none' })).left).toBe(0);
    expect(await isOver()).toBe(true);
    expect(await isStill()).toBe(true);
  });

  it('ends if it is a daemon, and continues if a process of the product holds it', async () => {
    const held = begin(0, 'perl', await write('ticker', TICKER), folder);
    begin(0, 'setsid', '--fork', 'sh', await write('daemon', RESPAWNER), folder, '0.05');
    await until(async () => (await life()).split('\n').length > 20);
    await endOrphans(isolation, uid(0));
    expect(await isStill()).toBe(true);
    expect([held.exitCode, held.signalCode]).toEqual([null, null]);
    const ticks = async () => (await stat(join(folder, 'ticks'))).size;
    const seen = await ticks();
    // It was stopped with the others and continues.
    await until(async () => (await ticks()) > seen);
  });

  it('is never searched among uids that no host can have', async () => {
    const mine = (await processTable()).get(process.pid);
    expect(mine?.uids).toEqual([0, 0, 0]);
    expect(await endHostPrograms((one) => one < 10_000 || one === 19_990, { is: 'none' })).toEqual({
      found: 0,
      left: 0,
    });
  });

  it('continues without isolation, where all processes share one uid', async () => {
    const held = begin(0, 'setsid', 'sleep', '600');
    expect(await endOrphans({ is: 'single', uid: uid(0), gid: uid(0) }, uid(0))).toEqual({
      found: 0,
      left: 0,
    });
    expect([held.exitCode, held.signalCode]).toEqual([null, null]);
  });
});
