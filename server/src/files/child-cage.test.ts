import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShareGroups } from '#system/cage/shares/shares';
import { HostShares } from '#system/cage/shares/host-shares';
import { findShares } from '#system/cage/shares/find-shares';
import { groupFolders, filesGroup } from '#system/cage/shares/shares';
import { removeAllGroups } from '#system/cage/shares/groups';
import { readShareUse } from '#system/cage/shares/share-use';
import { run, start } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { childPids } from '#system/process/pid-file';
import { bundleProgram } from '#testing/bundle-program';
import { sendFiles } from '#testing/child-requests';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { fileChildPid, findFileChildren } from '#testing/find-file-child';
import { itCaged } from '#testing/it-caged';
import { itWithShares } from '#testing/it-with-shares';

const MIB = 1024 ** 2;
const SLICE = 4 * MIB;
const NEVER = { signal: new AbortController().signal, progress: () => undefined };
const LIMITS = {
  memoryBytes: 256 * MIB,
  processes: 64,
  cpuPercent: 100,
  cpuWeight: 100,
  ioWeight: 100,
};

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(10);
};

const open = (hosts: FileHosts, host: TestHost) => hosts.parent.handlers.ensureChild(host.target, NEVER);
const childOf = async (hosts: FileHosts, host: TestHost): Promise<number> => {
  await open(hosts, host);
  return fileChildPid(host.root);
};
async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
/** Soft and hard limit of a process, by the kernel's name. */
async function limitOf(pid: number, name: string): Promise<readonly string[]> {
  const lines = (await readFile(`/proc/${pid}/limits`, 'utf8')).split('\n');
  return (
    lines
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim()
      .split(/\s+/)
      .slice(0, 2) ?? []
  );
}
/** Pids of all processes of a uid. */
async function pidsOf(uid: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const owners = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => undefined)));
  return pids.filter((_, index) => owners[index]?.uid === uid);
}

it('starts no file process of a suspended host, except for what stays open then', async () => {
  const hosts = await makeFileHosts({ isSuspended: () => Promise.resolve(true) });
  try {
    const { target, root } = await hosts.host('suspended');
    const { ensureChild } = hosts.parent.handlers;
    await expect(ensureChild(target, NEVER)).rejects.toMatchObject({ reason: 'host-blocked' });
    expect(await findFileChildren(root)).toEqual([]);
    await ensureChild({ ...target, passesBlock: true }, NEVER);
    expect(await findFileChildren(root)).toHaveLength(1);
  } finally {
    await hosts.close();
  }
});

it('limits the open files of a file process, and lets it write no core file', async () => {
  const hosts = await makeFileHosts();
  try {
    const child = await childOf(hosts, await hosts.host('limited'));
    expect(await limitOf(child, 'Max core file size')).toEqual(['0', '0']);
    expect(await limitOf(child, 'Max open files')).toEqual(['4096', '4096']);
  } finally {
    await hosts.close();
  }
});

describe('the cage of a file process', () => {
  let hosts: FileHosts;
  let one: TestHost;
  let two: TestHost;
  beforeAll(async () => {
    hosts = await makeFileHosts();
    one = await hosts.host('cageone');
    two = await hosts.host('cagetwo');
    for (const { root, target } of [one, two]) {
      await writeFile(join(root, 'wwwroot/secret.txt'), `of ${target.hostCode}`);
      if (isolationHere().is === 'separate')
        await chown(join(root, 'wwwroot/secret.txt'), target.uid, target.uid);
    }
  });
  afterAll(() => hosts.close());

  /** What a program under the host's uid prints in the cage of the host's file process. */
  const inside = async (script: string): Promise<string> => {
    const pid = await childOf(hosts, one);
    const { uid } = one.target;
    const enter = ['-t', String(pid), '-m', '-p', '-i', '-u', '-S', String(uid), '-G', String(uid)];
    const { stdout, stderr } = await run({
      file: 'nsenter',
      args: [...enter, '/bin/sh', '-c', `exec 2>&1; ${script}`],
    });
    return stdout + stderr;
  };

  itCaged('shows its own tree and program, and nothing of other hosts or of the product', async () => {
    await open(hosts, two);
    expect(await inside(`cat ${one.root}/wwwroot/secret.txt`)).toBe('of cageone');
    expect(await inside(`ls ${hosts.hosts} ${hosts.handover}; ls ${dirname(hosts.hosts)}`)).toBe(
      `${hosts.handover}:\ncageone\n\n${hosts.hosts}:\ncageone\nhand\nhosts\nmain.mjs\nthreads.mjs\n`,
    );
    expect(
      await inside(`cat ${two.root}/wwwroot/secret.txt; ls ${hosts.sockets} /run /etc/passwd /root`),
    ).toMatch(/^(?:.*No such file or directory\n){5}$/);
    expect(
      await inside(`echo x > ${hosts.script}; echo x > /usr/bin/x; echo x > ${one.root}/../x; mkdir /x`),
    ).toMatch(/^(?:.*(?:Read-only file system|Permission denied|nonexistent)\n){4}$/);
  });

  itCaged('shows its own processes alone, and a program of the host can not end its first one', async () => {
    await open(hosts, two);
    const names = await inside('for one in /proc/[0-9]*; do cat $one/comm; done; kill -9 1; echo alive');
    expect(names.match(/^(?:bwrap|node|sh|cat)$/gm)?.sort()).toEqual(['bwrap', 'node', 'sh']);
    expect(names).toMatch(/not permitted\s+alive\n$/);
    const rights = await inside('grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/$(pgrep -x node)/status');
    expect(rights).toBe('CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n');
  });

  itCaged.each([
    ['the file process', async (child: number) => child],
    ['the first process of its cage', async (child: number) => parentOf(child)],
    ['the process outside', async (child: number) => parentOf(await parentOf(child))],
  ])('continues an upload after %s was killed', async (_, find) => {
    const bytes = randomBytes(3 * SLICE);
    const name = randomBytes(4).toString('hex');
    const child = await childOf(hosts, one);
    const { socket } = await open(hosts, one);
    const upload = { socket, id: name, folder: '/wwwroot' };
    const slice = (index: number) => {
      const from = index * SLICE;
      const file = { name, bytes: bytes.subarray(from, from + SLICE) };
      return sendFiles(upload, [file], { from, total: bytes.length });
    };
    expect(await slice(0)).toMatchObject({ code: '200' });
    process.kill(child, 'SIGSTOP');
    const cut = slice(1).catch(() => 'cut');
    const reading = hosts.request(one, 'listFolder', { path: '/wwwroot' });
    const changing = hosts.request(one, 'makeFolder', { path: `/wwwroot/new-${name}` });
    await sleep(100);
    process.kill(await find(child), 'SIGKILL');
    expect(await cut).toBe('cut');
    expect(await reading).toMatchObject({ entries: expect.anything() as unknown });
    expect(await changing).toBe('outcome-unknown');
    await until(async () => !(await findFileChildren(one.root)).includes(child));
    await open(hosts, one);
    expect(await slice(1)).toMatchObject({ code: '200' });
    expect(await slice(2)).toMatchObject({ res: { files: [{ done: true }] } });
    const stored = await readFile(join(one.root, 'wwwroot', name));
    expect(createHash('sha256').update(stored).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  });

  itCaged('ends with its file service, however that ends', async () => {
    const host = await hosts.host('cageparent');
    const folder = dirname(hosts.script);
    const program = await bundleProgram('testing/file-parent-process.ts', folder);
    const args = [
      hosts.script,
      hosts.hosts,
      hosts.sockets,
      hosts.handover,
      'cageparent',
      String(host.target.uid),
    ];
    const parent = start(
      { file: process.execPath, args: [program, ...args] },
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (parent.stdout) await once(parent.stdout, 'data');
    const child = await fileChildPid(host.root);
    // Busy or stopped, it could not end by itself.
    process.kill(child, 'SIGSTOP');
    parent.kill('SIGKILL');
    await until(async () => (await pidsOf(host.target.uid)).length === 0);
    expect(await childPids(child)).toEqual([]);
  });
});

describe('the share of the files of a host', () => {
  let hosts: FileHosts;
  let host: TestHost;
  let groups: ShareGroups;
  beforeAll(async () => {
    hosts = await makeFileHosts();
    const name = `sitedeck-${hosts.hostUids.first}`;
    const found = await findShares({ cages: hosts.cages, name });
    await hosts.close();
    if (found.is === 'off') return;
    groups = found.groups;
    hosts = await makeFileHosts({ shares: new HostShares(groups, () => LIMITS) });
    host = await hosts.host('sharedone');
  });
  afterAll(async () => {
    await hosts.close();
    if (groups) await until(async () => removeAllGroups(groups).then(() => true));
  });

  itWithShares('holds its file process, apart from the programs of its site', async () => {
    const child = await childOf(hosts, host);
    const joined = (await readFile(`/proc/${child}/cgroup`, 'utf8'))
      .split('\n')
      .filter((line) => line.endsWith('/sharedone.files'));
    expect(joined).toHaveLength(groupFolders(groups).length);
  });

  itWithShares('ends a file process over its memory by a named fault, and the next one works', async () => {
    await childOf(hosts, host);
    const limit = groups.version === 1 ? 'memory.limit_in_bytes' : 'memory.max';
    const file = join(groups.folders.memory ?? '', filesGroup('sharedone'), limit);
    const { memory } = await readShareUse(groups, filesGroup('sharedone'));
    await writeFile(file, String((memory?.bytes ?? 0) + 4 * MIB));
    const content = 'x'.repeat(9 * MIB);
    expect(await hosts.request(host, 'writeText', { path: '/wwwroot/a.txt', content })).toBe(
      'outcome-unknown',
    );
    expect((await readShareUse(groups, filesGroup('sharedone'))).memory?.killed).toBeGreaterThan(0);
    expect(await hosts.request(host, 'writeText', { path: '/wwwroot/b.txt', content })).toMatchObject({});
    expect(await readdir(join(host.root, 'wwwroot'))).toEqual(['b.txt']);
  });
});
