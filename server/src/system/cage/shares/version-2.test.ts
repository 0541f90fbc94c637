import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { findHierarchies, type Hierarchy } from './hierarchies';
import { isHit, readHitCounters } from './hit-counters';
import { HostShares } from './host-shares';
import { readKilled } from './kernel-log';
import { limitFiles, writeLimits } from './limit-files';
import { placeVersion2, type Surroundings } from './place-groups';
import { readShareUse } from './share-use';
import { CONTROLLERS, type HostLimits } from './shares';

const LIMITS: HostLimits = {
  memoryBytes: 536_870_912,
  processes: 256,
  cpuPercent: 150,
  cpuWeight: 100,
  ioWeight: 100,
};
const SELF = 4321;
const TOP = '/sys/fs/cgroup';

const written = (version: 1 | 2) =>
  CONTROLLERS.flatMap((controller) =>
    limitFiles(version, controller, LIMITS).map(({ names, value }) => `${names.join('|')}=${value}`),
  );

it('writes the limits of a host as version 2 reads them', () => {
  expect(written(2)).toEqual([
    'memory.max=536870912',
    'memory.swap.max=0',
    'memory.oom.group=1',
    'pids.max=256',
    'cpu.weight=100',
    'cpu.max=150000 100000',
    'io.weight|io.bfq.weight=default 100',
  ]);
});

it('has the kernel end one program alone in the group of a host’s files in version 2', () => {
  const [, , together] = limitFiles(2, 'memory', { ...LIMITS, endsOneByOne: true });
  expect(together).toMatchObject({ names: ['memory.oom.group'], value: '0' });
});

it('writes the limits of a host as version 1 reads them', () => {
  expect(written(1)).toEqual([
    'memory.memsw.limit_in_bytes=-1',
    'memory.limit_in_bytes=536870912',
    'memory.memsw.limit_in_bytes=536870912',
    'pids.max=256',
    'cpu.shares=1024',
    'cpu.cfs_period_us=100000',
    'cpu.cfs_quota_us=150000',
    'blkio.bfq.weight|blkio.weight=100',
  ]);
});

describe('the place of the groups in version 2', () => {
  const at = (own: string): Hierarchy => ({ version: 2, controllers: [], top: TOP, own });
  const place = (own: string, pids: Surroundings['pids']) => {
    const { group, steps } = placeVersion2({ hierarchy: at(own), pids, self: SELF }, 'sitedeck-20001');
    return {
      group,
      steps: steps.map((step) =>
        step.is === 'create' ? `mkdir ${step.folder}` : `${step.value} > ${step.file}`,
      ),
    };
  };
  const enabled = (folder: string) =>
    ['memory', 'pids', 'cpu', 'io'].map((name) => `+${name} > ${folder}/cgroup.subtree_control`);

  it('is beside the own process, which moves, in the group of a service', () => {
    const service = `${TOP}/system.slice/sitedeck.service`;
    expect(place(service, [SELF])).toEqual({
      group: `${service}/sitedeck-20001`,
      steps: [
        `mkdir ${service}/sitedeck-own`,
        `${SELF} > ${service}/sitedeck-own/cgroup.procs`,
        ...enabled(service),
        `mkdir ${service}/sitedeck-20001`,
        ...enabled(`${service}/sitedeck-20001`),
      ],
    });
  });

  it('is the same for a process that was moved already', () => {
    const service = `${TOP}/system.slice/sitedeck.service`;
    expect(place(`${service}/sitedeck-own`, [SELF])).toEqual({
      group: `${service}/sitedeck-20001`,
      steps: [
        ...enabled(service),
        `mkdir ${service}/sitedeck-20001`,
        ...enabled(`${service}/sitedeck-20001`),
      ],
    });
  });

  it('is at the top, without moving a process, in the session of a user and in a container', () => {
    const atTop = {
      group: `${TOP}/sitedeck-20001`,
      steps: [...enabled(TOP), `mkdir ${TOP}/sitedeck-20001`, ...enabled(`${TOP}/sitedeck-20001`)],
    };
    expect(place(`${TOP}/user.slice/session-3.scope`, [4000, SELF])).toEqual(atTop);
    expect(place(TOP, [SELF])).toEqual(atTop);
  });
});

describe('the search for hierarchies', () => {
  it('finds version 2, as on Debian 12 and Ubuntu', () => {
    const mounts = '27 22 0:24 / /sys/fs/cgroup rw,nosuid,nodev shared:9 - cgroup2 cgroup2 rw,nsdelegate';
    expect(findHierarchies(mounts, '0::/system.slice/sitedeck.service\n')).toEqual([
      { version: 2, controllers: [], top: TOP, own: `${TOP}/system.slice/sitedeck.service` },
    ]);
  });

  it('finds version 1, also with several controllers in one hierarchy', () => {
    const mounts = `31 23 0:28 / ${TOP} rw - tmpfs tmpfs rw
32 31 0:29 / ${TOP}/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /a\\040b/memory rw - cgroup cgroup rw,memory
40 31 0:37 / ${TOP}/systemd rw - cgroup cgroup rw,name=systemd`;
    expect(findHierarchies(mounts, '5:memory:/m\n4:cpu,cpuacct:/\n1:name=systemd:/s')).toEqual([
      { version: 1, controllers: ['cpu', 'cpuacct'], top: `${TOP}/cpu,cpuacct`, own: `${TOP}/cpu,cpuacct` },
      { version: 1, controllers: ['memory'], top: '/a b/memory', own: '/a b/memory/m' },
      { version: 1, controllers: ['name=systemd'], top: `${TOP}/systemd`, own: `${TOP}/systemd/s` },
    ]);
  });

  it('finds the own group in a container that is shown the path outside', () => {
    const mounts = `35 31 0:32 /docker/4fd ${TOP}/memory ro - cgroup cgroup rw,memory`;
    const ownOf = (path: string) => findHierarchies(mounts, `5:memory:${path}`).map(({ own }) => own);
    expect(ownOf('/docker/4fd')).toEqual([`${TOP}/memory`]);
    expect(ownOf('/docker/4fd/x')).toEqual([`${TOP}/memory/x`]);
    expect(ownOf('/../other')).toEqual([`${TOP}/memory`]);
  });
});

describe('a group of version 2', () => {
  let group: string;
  const put = (name: string, text: string) => writeFile(join(group, 'vh1001', name), text);

  beforeEach(async () => {
    group = await mkdtemp(join(tmpdir(), 'sitedeck-group-'));
    await mkdir(join(group, 'vh1001'));
  });
  afterEach(() => rm(group, { recursive: true, force: true }));

  it('reports what a host uses and how often a limit stopped it', async () => {
    await put('memory.current', '104857600\n');
    await put('memory.stat', 'anon 73400320\ninactive_file 4857600\nactive_file 1\n');
    await put('memory.peak', '209715200\n');
    await put('memory.events', 'low 0\nhigh 0\nmax 90\noom 3\noom_kill 2\noom_group_kill 1\n');
    await put('pids.current', '7\n');
    await put('pids.events', 'max 5\n');
    await put('cpu.stat', 'usage_usec 2500000\nnr_periods 30\nnr_throttled 12\nthrottled_usec 750000\n');
    await put('cpu.max', '150000 100000\n');
    await put('memory.max', '536870912\n');
    await put('pids.max', '256\n');
    const folders = { memory: group, pids: group, cpu: group };
    expect(await readShareUse({ version: 2, folders, cpuTime: group }, 'vh1001')).toEqual({
      memory: { bytes: 100_000_000, peakBytes: 209_715_200, killed: 2, limit: 536_870_912 },
      processes: { count: 7, refused: 5, limit: 256 },
      cpu: { seconds: 2.5, throttledPeriods: 12, throttledSeconds: 0.75, limitPercent: 150 },
    });
  });

  it('reports only what is limited on the machine', async () => {
    await put('pids.current', '7\n');
    await put('pids.max', 'max\n');
    expect(await readShareUse({ version: 2, folders: { pids: group } }, 'vh1001')).toEqual({
      processes: { count: 7, refused: 0, limit: Infinity },
    });
  });

  it('takes limits that this kernel has, and fails where a needed one is missing', async () => {
    const folder = join(group, 'vh1001');
    await put('memory.max', 'max');
    await writeLimits(folder, limitFiles(2, 'memory', LIMITS));
    await put('io.bfq.weight', 'default 100');
    await writeLimits(folder, limitFiles(2, 'io', LIMITS));
    await expect(writeLimits(folder, limitFiles(2, 'pids', LIMITS))).rejects.toThrow('has no pids.max');
  });
});

describe('a limited group of version 2', () => {
  let group: string;
  const put = (name: string, text: string) => writeFile(join(group, 'vh1001', name), text);
  const now = (name: string) => readFile(join(group, 'vh1001', name), 'utf8');

  beforeEach(async () => {
    group = await mkdtemp(join(tmpdir(), 'sitedeck-group-'));
    await mkdir(join(group, 'vh1001'));
  });
  afterEach(() => rm(group, { recursive: true, force: true }));

  it('keeps its limit of memory until programs use less, since the kernel would end them at once', async () => {
    await put('memory.max', '536870912');
    await put('memory.current', '304857600');
    await put('memory.stat', 'inactive_file 4857600');
    const limits = { ...LIMITS, memoryBytes: 268_435_456 };
    const shares = new HostShares({ version: 2, folders: { memory: group } }, () => limits);
    await shares.apply(HostCode.parse('vh1001'));
    expect(await now('memory.max')).toBe('536870912');
    await put('memory.current', '200000000');
    await shares.retry();
    expect(await now('memory.max')).toBe('268435456');
  });

  it('reports killed programs as its own only if its memory ran out, not that of the machine', async () => {
    const read = async () =>
      (await readHitCounters({ version: 2, folders: { memory: group } }, 'vh1001')).map(
        ({ resource, count, reached }) => [resource, count, reached],
      );
    await put('memory.events', 'low 0\nhigh 0\nmax 9\noom 0\noom_kill 2\noom_group_kill 0\n');
    expect(await read()).toEqual([['memory', 2, 0]]);
    await put('memory.events', 'low 0\nhigh 0\nmax 9\noom 1\noom_kill 5\noom_group_kill 1\n');
    expect(await read()).toEqual([['memory', 5, 1]]);
  });

  it('reports refused processes as its own only if so many ran, where the kernel knows the most that ran', async () => {
    const read = async () =>
      (await readHitCounters({ version: 2, folders: { pids: group } }, 'vh1001')).map(
        ({ reached }) => reached,
      );
    await put('pids.max', '64');
    await put('pids.events', 'max 3');
    expect(await read()).toEqual([3]);
    await put('pids.peak', '40');
    expect(await read()).toEqual([0]);
    await put('pids.peak', '64');
    expect(await read()).toEqual([3]);
  });
});

describe('a reached limit', () => {
  const counter = { resource: 'memory', groupId: 7, count: 2, reached: 1 } as const;

  it('counts as new if the counters have grown', () => {
    expect(isHit(undefined, counter)).toBe(true);
    expect(isHit(counter, counter)).toBe(false);
    expect(isHit(counter, { ...counter, count: 3, reached: 2 })).toBe(true);
    expect(isHit(counter, { ...counter, count: 3 })).toBe(false);
    expect(isHit(undefined, { ...counter, count: 0, reached: 5 })).toBe(false);
  });

  it('counts from zero in a group that was created again', () => {
    expect(isHit(counter, { ...counter, groupId: 8 })).toBe(true);
    expect(isHit(counter, { ...counter, groupId: 8, count: 0, reached: 0 })).toBe(false);
  });
});

describe('the log of the kernel', () => {
  it('names the program that ended at the limit of its group', () => {
    const text = (constraint: string) =>
      `oom-kill:constraint=${constraint},nodemask=(null),cpuset=/,mems_allowed=0,oom_memcg=/s/sitedeck-20001/vh1001,` +
      'task_memcg=/s/sitedeck-20001/vh1001,task=php-fpm8.2,pid=7,uid=20001';
    expect(readKilled(text('CONSTRAINT_MEMCG'))).toEqual({
      group: '/s/sitedeck-20001/vh1001',
      name: 'php-fpm8.2',
    });
    expect(readKilled(text('CONSTRAINT_NONE'))).toBeUndefined();
    expect(readKilled('Memory cgroup out of memory: Killed process 7 (php)')).toBeUndefined();
  });
});
