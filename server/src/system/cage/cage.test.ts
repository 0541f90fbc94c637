import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { killGroup, type ChildProcess } from '#system/process/exec';
import { childPids } from '#system/process/pid-file';
import { isolationHere } from '#system/process/identity';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import type { CageEngine } from './engine';
import { itCaged } from '#testing/it-caged';
import { findCages } from './find-cages';
import { startCaged } from './start-caged';

/** `O_CLOEXEC`. */
const CLOSE_ON_EXEC = 0o2000000;

describe('a cage', () => {
  let engine: CageEngine | undefined;
  let slot: UidSlot;
  let hosts: string;
  const running: ChildProcess[] = [];

  const root = (code: string) => join(hosts, code);
  const uidOf = (code: string) => slot.uids.first + (code === 'vhone' ? 0 : 1);
  const startScript = (code: string, script: string): ChildProcess => {
    if (!engine) throw new Error('no cage here');
    const identity = { uid: uidOf(code), gid: uidOf(code) };
    const view = {
      hostName: code,
      root: root(code),
      readable: [],
      folder: join(root(code), 'wwwroot'),
      env: { PATH: '/usr/bin', GIVEN: 'yes' },
    };
    const child = startCaged(
      engine,
      { file: '/bin/sh', args: ['-c', script] },
      { identity, view, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    running.push(child);
    return child;
  };
  /** What a script of a host prints, errors included. */
  const output = async (code: string, script: string): Promise<string> => {
    const child = startScript(code, `exec 2>&1; ${script}`);
    child.stderr?.resume();
    return child.stdout ? text(child.stdout) : '';
  };
  /** Pids of all processes of a host. */
  const pidsOf = async (code: string): Promise<readonly number[]> => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const statuses = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
    );
    return pids.filter((_, index) => statuses[index]?.includes(`\nUid:\t${uidOf(code)}\t`));
  };
  /** Descriptors that this process inherited, and that every program it starts inherits too. */
  const handedDown = new Set<string>();
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(10);
  };

  beforeAll(async () => {
    const cages = await findCages(isolationHere());
    if (cages.is === 'on') engine = cages.engine;
    for (const name of await readdir('/proc/self/fdinfo')) {
      const info = await readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => '');
      const flags = /^flags:\s+(\d+)$/m.exec(info)?.[1];
      if (Number(name) > 3 && flags !== undefined && !(parseInt(flags, 8) & CLOSE_ON_EXEC))
        handedDown.add(name);
    }
    slot = await claimUidSlot();
    hosts = await mkdtemp('/var/tmp/sitedeck-cage-');
    for (const code of ['vhone', 'vhtwo']) {
      await mkdir(join(root(code), 'wwwroot'), { recursive: true });
      await writeFile(join(root(code), 'wwwroot/secret.txt'), `of ${code}`);
      if (isolationHere().is === 'separate')
        for (const path of ['', 'wwwroot', 'wwwroot/secret.txt'])
          await chown(join(root(code), path), uidOf(code), uidOf(code));
    }
  });
  afterEach(() => {
    for (const child of running.splice(0)) killGroup(child.pid, 'SIGKILL');
  });
  afterAll(async () => {
    await slot.release();
    await rm(hosts, { recursive: true, force: true });
  });

  itCaged(
    'shows a program only its own processes, under the uid of its host and without rights',
    async () => {
      const seen = await output(
        'vhone',
        'for one in /proc/[0-9]*; do cat $one/comm; done; id -u; id -g; id -G; grep -E "^(Cap|NoNewPrivs)" /proc/self/status',
      );
      const uid = uidOf('vhone');
      expect(seen.split('\n').slice(0, 5)).toEqual(['bwrap', 'sh', `${uid}`, `${uid}`, `${uid}`]);
      expect(seen.match(/^Cap\w+:\t0+$/gm)).toHaveLength(5);
      expect(seen).toMatch(/^NoNewPrivs:\t1$/m);
    },
  );

  itCaged('shows a program the tree of its host and nothing of another or of the product', async () => {
    expect(await output('vhone', 'cat secret.txt; echo new > made.txt; cat made.txt')).toBe('of vhonenew\n');
    expect(await readFile(join(root('vhone'), 'wwwroot/made.txt'), 'utf8')).toBe('new\n');
    expect(await output('vhone', `ls ${hosts}`)).toBe('vhone\n');
    expect(await output('vhone', `cat ${root('vhtwo')}/wwwroot/secret.txt`)).toContain('No such file');
    expect((await output('vhone', 'ls /')).trim().split('\n').sort()).toEqual([
      'bin',
      'dev',
      'etc',
      'lib',
      'lib64',
      'proc',
      'sbin',
      'tmp',
      'usr',
      'var',
    ]);
    expect(await output('vhone', 'cat /etc/shadow /etc/passwd')).toMatch(/^(?:cat: .*No such file.*\n){2}$/);
  });

  itCaged('gives a program the environment that was named, and no descriptor', async () => {
    expect((await output('vhone', 'env')).split('\n').sort()).toEqual(
      ['', 'GIVEN=yes', 'PATH=/usr/bin', `PWD=${root('vhone')}/wwwroot`].sort(),
    );
    const open = (await output('vhone', 'ls /proc/self/fd')).trim().split('\n');
    // The fourth is the listing's own.
    expect(open.filter((name) => !handedDown.has(name))).toEqual(['0', '1', '2', '3']);
  });

  itCaged('lets no program change what is outside its tree', async () => {
    const changes = await output(
      'vhone',
      'echo x > /usr/bin/x; echo x > /etc/x; mkdir /x; mount -t tmpfs none /tmp; kill -9 1; echo x > /proc/sys/kernel/hostname; echo alive',
    );
    expect(changes.trim().split('\n').at(-1)).toBe('alive');
    expect(
      changes.match(/Read-only file system|Permission denied|denied|not permitted|must be superuser/g),
    ).toHaveLength(6);
  });

  itCaged('gives each cage a /tmp of its own with a limit', async () => {
    const first = startScript('vhone', 'echo mine > /tmp/mine; cat /tmp/mine; exec sleep 1000');
    await until(async () => String(first.stdout?.read() ?? '').includes('mine'));
    expect(await output('vhone', 'ls /tmp | wc -l')).toBe('0\n');
    expect(await output('vhone', 'head -c 100000000 /dev/zero > /tmp/full; stat -c %s /tmp/full')).toMatch(
      /No space left[^]*\n67108864\n$/,
    );
  });

  itCaged('refuses user namespaces by each of the calls that create them', async () => {
    expect(await output('vhone', 'unshare -U true; unshare -r true')).toMatch(
      /^(?:unshare: .*Operation not permitted\n){2}$/,
    );
    const clone = `import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for name, call in (('unshare', 272), ('clone', 56), ('clone3', 435)):
    r = libc.syscall(call if os.uname().machine == 'x86_64' else {272: 97, 56: 220, 435: 435}[call], 0x10000000 | 17, 0, 0, 0, 0)
    print(name, r, ctypes.get_errno())
import threading
t = threading.Thread(target=lambda: print('thread')); t.start(); t.join()`;
    expect(await output('vhone', `python3 - <<'END'\n${clone}\nEND`)).toBe(
      'unshare -1 1\nclone -1 1\nclone3 -1 38\nthread\n',
    );
  });

  itCaged('ends every program with the process outside, also a daemon that starts itself again', async () => {
    const daemon = 'trap "" TERM HUP; while :; do setsid sh -c "sleep 1000 & sleep 1000" & sleep 0.05; done';
    const child = startScript('vhone', `setsid sh -c '${daemon}' & echo begun; exec sleep 1000`);
    await until(async () => (await pidsOf('vhone')).length > 8);
    killGroup(child.pid, 'SIGKILL');
    await until(async () => (await pidsOf('vhone')).length === 0);
    // Nothing is left that could start another.
    await sleep(100);
    expect(await pidsOf('vhone')).toEqual([]);
  });

  itCaged('leaves no program behind, whenever during its start it is killed', async () => {
    for (let delay = 0; delay <= 20; delay += 1) {
      const child = startScript('vhone', 'exec sleep 1000');
      await sleep(delay);
      killGroup(child.pid, 'SIGKILL');
    }
    // Every cage has had the time to start by now, if it lived on.
    expect(await output('vhone', 'echo done')).toBe('done\n');
    await until(async () => (await pidsOf('vhone')).length === 0);
    await sleep(200);
    expect(await pidsOf('vhone')).toEqual([]);
  });

  itCaged('ends when its first process ends', async () => {
    const child = startScript('vhone', 'setsid sleep 1000 & exec sleep 1000');
    await until(async () => (await pidsOf('vhone')).length === 2);
    const [first] = await childPids(child.pid ?? 0);
    if (first === undefined) throw new Error('no first process');
    process.kill(first, 'SIGKILL');
    await until(async () => (await pidsOf('vhone')).length === 0);
  });

  itCaged('keeps a program of one host away from programs of another', async () => {
    const other = startScript('vhtwo', 'exec sleep 1000');
    await until(async () => (await pidsOf('vhtwo')).length > 0);
    const [pid] = await pidsOf('vhtwo');
    expect(await output('vhone', `kill -9 ${pid}; cat /proc/${pid}/cmdline`)).toMatch(
      /No such process[^]*No such file/,
    );
    expect(other.exitCode).toBeNull();
  });

  itCaged('shows no socket of the product', async () => {
    const path = join(hosts, 'product.sock');
    const server = createServer().listen(path);
    expect(await output('vhone', `test -e ${path} || echo absent`)).toBe('absent\n');
    server.close();
  });
});
