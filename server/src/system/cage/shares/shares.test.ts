import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { HostCode } from '@sitedeck/contract';
import { killGroup, type ChildProcess } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { itWithShares } from '#testing/it-with-shares';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import type { CageEngine } from '../engine';
import { findCages } from '../find-cages';
import { startCaged } from '../start-caged';
import { findShares } from './find-shares';
import { removeAllGroups } from './groups';
import { HostShares } from './host-shares';
import { NOT_JOINED } from './join-share';
import { readAllUses, readShareUse, type ShareUse } from './share-use';
import { groupFolders, type HostLimits, type HostShare, type ShareGroups } from './shares';

const MIB = 1024 ** 2;
const LIMITS: HostLimits = {
  memoryBytes: 64 * MIB,
  processes: 24,
  cpuPercent: 100,
  cpuWeight: 100,
  ioWeight: 100,
};
const [ONE, TWO] = [HostCode.parse('vhone'), HostCode.parse('vhtwo')];

/** Takes memory piece by piece, so that the kernel can't refuse it at once. */
const EAT_MEMORY = `python3 -c 'all = [bytearray(1 << 20) for _ in range(256)]; print("ate", len(all))'`;
/** Creates files in the cage's `/tmp` without writing to them. */
const MANY_FILES = `python3 -c '
for n in range(1000000): open(f"/tmp/{n}", "w").close()
print("created all")'`;
/** Starts processes until one is refused, 100 at most, and prints how many it had. */
const FORK = `python3 -c '
import os, time
for n in range(100):
    try:
        if os.fork() == 0: time.sleep(1000); os._exit(0)
    except OSError as error:
        print("refused", n, flush=True); break
time.sleep(1000)'`;
const BUSY = `python3 -c '
import time
while time.process_time() < 0.2: pass
print("done", flush=True)'`;

describe('shares of hosts', () => {
  let engine: CageEngine;
  let groups: ShareGroups = { version: 2, folders: {} };
  let shares: HostShares;
  let slot: UidSlot;
  let hosts: string;
  const running: ChildProcess[] = [];

  const cagedIn = (code: HostCode, script: string, share: HostShare): ChildProcess => {
    const uid = slot.uids.first + (code === ONE ? 0 : 1);
    const child = startCaged(
      engine,
      { file: '/bin/sh', args: ['-c', script] },
      {
        identity: { uid, gid: uid },
        view: {
          hostName: code,
          root: join(hosts, code),
          readable: [],
          folder: '/',
          env: { PATH: '/usr/bin' },
        },
        share,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.stderr?.resume();
    running.push(child);
    return child;
  };
  const startIn = async (code: HostCode, script: string) => cagedIn(code, script, await shares.of(code));
  const output = async (child: ChildProcess) => (child.stdout ? text(child.stdout) : '');
  const use = (code: HostCode): Promise<ShareUse> => readShareUse(groups, code);
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(10);
  };
  const exists = async (code: string) =>
    (await Promise.all(groupFolders(groups).map((folder) => pathExists(join(folder, code))))).some(Boolean);

  beforeAll(async () => {
    const isolation = isolationHere();
    slot = await claimUidSlot();
    hosts = await mkdtemp('/var/tmp/sitedeck-shares-');
    for (const code of [ONE, TWO]) await mkdir(join(hosts, code));
    const cages = await findCages(isolation);
    const found = await findShares({ cages, name: `sitedeck-${slot.uids.first}` });
    if (cages.is === 'off' || found.is === 'off') return;
    [engine, groups] = [cages.engine, found.groups];
    for (const [index, code] of [ONE, TWO].entries())
      await chown(join(hosts, code), slot.uids.first + index, slot.uids.first + index);
  });
  beforeEach(() => (shares = new HostShares(groups, () => LIMITS)));
  afterEach(async () => {
    for (const child of running.splice(0)) {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      killGroup(child.pid, 'SIGKILL');
      await gone;
    }
    await until(async () => (await shares.remove(ONE)) && (await shares.remove(TWO)));
  });
  afterAll(async () => {
    await removeAllGroups(groups);
    await slot.release();
    await rm(hosts, { recursive: true, force: true });
  });

  itWithShares('leaves no group of its own after the machine was examined', async () => {
    expect(groups.folders.memory).toBeDefined();
    expect(groups.folders.pids).toBeDefined();
    expect(groups.folders.cpu).toBeDefined();
    for (const folder of groupFolders(groups)) {
      const entries = await readdir(folder, { withFileTypes: true });
      expect(entries.filter((entry) => entry.isDirectory())).toEqual([]);
    }
  });

  itWithShares('puts a program into the groups of its host before it runs, with all it starts', async () => {
    const seen = await output(await startIn(ONE, 'cat /proc/self/cgroup; cat /proc/1/cgroup'));
    const lines = seen.split('\n').filter((line) => line.endsWith(`/sitedeck-${slot.uids.first}/vhone`));
    expect(lines).toHaveLength(2 * groupFolders(groups).length);
  });

  itWithShares('runs nothing of a host that can not join its groups', async () => {
    const share = { joins: [join(hosts, 'absent/cgroup.procs')], memoryBytes: undefined };
    const child = cagedIn(ONE, 'echo ran', share);
    const exit = once(child, 'exit');
    expect(await output(child)).toBe('');
    expect(await exit).toEqual([NOT_JOINED, null]);
  });

  itWithShares('kills a program over its memory, counts it, and leaves the neighbour alone', async () => {
    const neighbour = await startIn(TWO, 'exec sleep 1000');
    const child = await startIn(ONE, EAT_MEMORY);
    const exit = once(child, 'exit');
    expect(await output(child)).toBe('');
    expect(await exit).not.toEqual([0, null]);
    expect((await use(ONE)).memory?.killed).toBeGreaterThan(0);
    expect((await use(ONE)).memory?.peakBytes ?? 0).toBeLessThanOrEqual(LIMITS.memoryBytes);
    expect((await use(TWO)).memory?.killed).toBe(0);
    expect(neighbour.exitCode ?? neighbour.signalCode).toBeNull();
  });

  itWithShares('counts files in the private /tmp as memory, empty ones too', async () => {
    shares = new HostShares(groups, () => ({ ...LIMITS, memoryBytes: 32 * MIB }));
    expect(await output(await startIn(ONE, MANY_FILES))).toBe('');
    expect((await use(ONE)).memory?.killed).toBeGreaterThan(0);
  });

  itWithShares('refuses processes at the limit, to that host alone', async () => {
    const child = await startIn(ONE, FORK);
    const line: unknown[] = child.stdout ? await once(child.stdout, 'data') : [];
    expect(line.join()).toMatch(/^refused \d\d?\n$/);
    expect((await use(ONE)).processes).toEqual({
      count: LIMITS.processes,
      refused: 1,
      limit: LIMITS.processes,
    });
    expect(await output(await startIn(TWO, 'sleep 0.1 & wait; echo forked'))).toBe('forked\n');
    expect((await use(TWO)).processes?.refused).toBe(0);
  });

  itWithShares('holds a busy program to its part of a processor, and no neighbour', async () => {
    // So small a part that a program reaches it on a busy machine too.
    shares = new HostShares(groups, (code) => ({ ...LIMITS, cpuPercent: code === ONE ? 5 : 100 }));
    await startIn(TWO, `${BUSY}; exec sleep 1000`);
    expect(await output(await startIn(ONE, BUSY))).toBe('done\n');
    const { cpu } = await use(ONE);
    expect(cpu?.seconds).toBeGreaterThan(0.2);
    expect(cpu?.throttledPeriods).toBeGreaterThan(10);
    expect(cpu?.throttledSeconds).toBeGreaterThan(0);
    await until(async () => ((await use(TWO)).cpu?.seconds ?? 0) > 0.2);
    expect((await use(TWO)).cpu?.throttledSeconds).toBe(0);
  });

  itWithShares('changes the limits of programs that run', async () => {
    let limits = LIMITS;
    shares = new HostShares(groups, () => limits);
    const child = await startIn(ONE, 'exec sleep 1000');
    limits = { ...LIMITS, memoryBytes: 96 * MIB, processes: 40, cpuPercent: 50 };
    await shares.apply(ONE);
    const raised = await use(ONE);
    expect([raised.memory?.limit, raised.processes?.limit, raised.cpu?.limitPercent]).toEqual([
      96 * MIB,
      40,
      50,
    ]);
    limits = { ...limits, memoryBytes: 48 * MIB };
    await shares.apply(ONE);
    expect((await use(ONE)).memory?.limit).toBe(48 * MIB);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    await shares.apply(TWO);
    expect(await exists(TWO)).toBe(false);
  });

  itWithShares('keeps a limit of memory until programs use less than the next, and ends none', async () => {
    let limits = LIMITS;
    shares = new HostShares(groups, () => limits);
    const hold = `python3 -c 'import time; held = bytearray(40 << 20); print("holds", flush=True); time.sleep(1000)'`;
    const child = await startIn(ONE, hold);
    if (child.stdout) await once(child.stdout, 'data');
    limits = { ...LIMITS, memoryBytes: 32 * MIB };
    await shares.apply(ONE);
    await shares.retry();
    expect((await use(ONE)).memory?.limit).toBe(LIMITS.memoryBytes);
    // Starts are not refused meanwhile.
    expect(await output(await startIn(ONE, 'echo started'))).toBe('started\n');
    expect(child.exitCode ?? child.signalCode).toBeNull();
    const gone = once(child, 'exit');
    killGroup(child.pid, 'SIGKILL');
    await gone;
    await until(async () => {
      await shares.retry();
      return (await use(ONE)).memory?.limit === 32 * MIB;
    });
  });

  itWithShares(
    'gives a host what the group above has if its own limit of processor time is larger',
    async () => {
      const above = join(groups.folders.cpu ?? '', 'cpu.cfs_quota_us');
      if (groups.version === 2) return;
      // The kernel counts removed groups for some moments.
      await until(() =>
        writeFile(above, '50000').then(
          () => true,
          () => false,
        ),
      );
      try {
        expect(await output(await startIn(ONE, 'echo ran'))).toBe('ran\n');
        expect((await use(ONE)).cpu?.limitPercent).toBeUndefined();
      } finally {
        await writeFile(above, '-1');
      }
    },
  );

  itWithShares('removes the group of a host when nothing is in it, and not before', async () => {
    const child = await startIn(ONE, 'exec sleep 1000');
    await until(async () => (await use(ONE)).processes?.count === 3);
    expect(await shares.remove(ONE)).toBe(false);
    expect(await exists(ONE)).toBe(true);
    const gone = once(child, 'exit');
    killGroup(child.pid, 'SIGKILL');
    await gone;
    await until(() => shares.remove(ONE));
    expect(await exists(ONE)).toBe(false);
    expect(await shares.remove(ONE)).toBe(true);
  });

  itWithShares('continues groups that a killed process has left, with its own limits', async () => {
    await startIn(ONE, 'exec sleep 1000');
    await until(async () => (await use(ONE)).processes?.count === 3);
    await shares.of(TWO);
    const next = new HostShares(groups, () => ({ ...LIMITS, memoryBytes: 96 * MIB, processes: 3 }));
    await next.keepOnly([]);
    expect([...(await readAllUses(groups)).keys()]).toEqual(['vhone']);
    await next.of(ONE);
    expect((await use(ONE)).processes?.count).toBe(3);
    const limit = groups.version === 1 ? 'memory.limit_in_bytes' : 'memory.max';
    expect(Number(await readFile(join(groups.folders.memory ?? '', 'vhone', limit), 'utf8'))).toBe(96 * MIB);
  });
});
