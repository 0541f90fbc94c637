import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, start } from '#system/process/exec';
import { signalPid } from '#system/process/pid-file';
import { bundleProgram } from '#testing/bundle-program';
import { itCagedWithoutRoot } from '#testing/it-caged';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';

const isRoot = process.getuid?.() === 0;

(isRoot ? describe : describe.skip)('a cage without root', () => {
  let slot: UidSlot;
  let scratch: string;
  let program: string;
  const identity = () => ({ uid: slot.uids.first, gid: slot.uids.first });
  const root = () => join(scratch, 'hosts/vhone');
  const command = (...args: readonly string[]) => ({ file: process.execPath, args: [program, ...args] });
  const output = async (script: string): Promise<string> =>
    (await run(command('print', root(), `exec 2>&1; ${script}`), { identity: identity() })).stdout;
  /** Names of all running programs under the one uid. */
  const running = async (): Promise<readonly string[]> => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const read = (pid: string) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return (await Promise.all(pids.map(read)))
      .filter((status) => status.includes(`\nUid:\t${slot.uids.first}\t`) && !status.includes('State:\tZ'))
      .map((status) => /^Name:\t(.*)$/m.exec(status)?.[1] ?? '');
  };
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(10);
  };

  beforeAll(async () => {
    slot = await claimUidSlot();
    scratch = await mkdtemp('/var/tmp/sitedeck-one-uid-');
    program = await bundleProgram('testing/caged-process.ts', scratch);
    for (const folder of ['vhone/wwwroot', 'vhone/data', 'vhone/logs', 'vhtwo/wwwroot'])
      await mkdir(join(scratch, 'hosts', folder), { recursive: true });
    await writeFile(join(root(), 'logs/php-error.log'), '');
    await writeFile(join(root(), 'logs/access.log'), '');
    await writeFile(join(scratch, 'secret'), 'of the product');
    await run({ file: 'chown', args: ['-R', `${slot.uids.first}:${slot.uids.first}`, scratch] });
  });
  afterAll(async () => {
    await slot.release();
    await rm(scratch, { recursive: true, force: true });
  });

  itCagedWithoutRoot('shows a program only its own processes and files, without rights', async () => {
    const seen = await output(
      'for one in /proc/[0-9]*; do cat $one/comm; done; id -u; grep -E "^(Cap|NoNewPrivs)" /proc/1/status /proc/self/status',
    );
    expect(seen.split('\n').slice(0, 3)).toEqual(['bwrap', 'sh', String(slot.uids.first)]);
    expect(seen.match(/Cap\w+:\t0+$/gm)).toHaveLength(10);
    expect(seen.match(/NoNewPrivs:\t1$/gm)).toHaveLength(2);
    expect(await output(`ls ${scratch} ${scratch}/hosts; cat ${scratch}/secret`)).toMatch(
      /^[^:]+:\nhosts\n\n[^:]+:\nvhone\ncat: .*No such file or directory\n$/,
    );
  });

  itCagedWithoutRoot(
    'lets a program write in the folders of its host, and replace none of them',
    async () => {
      const changes = await output(
        `cd ..; for one in wwwroot data; do echo x > $one/made && echo made; mv $one moved; done
      echo x >> logs/php-error.log && echo logged; echo x > new; echo x > logs/access.log; mv logs moved; ln -s /usr logs/link`,
      );
      expect(changes.match(/^(?:made|logged)$/gm)).toHaveLength(3);
      expect(changes.match(/busy|Read-only file system/g)).toHaveLength(6);
      expect((await readdir(root())).sort()).toEqual(['data', 'logs', 'wwwroot']);
      expect(await readFile(join(root(), 'logs/access.log'), 'utf8')).toBe('');
    },
  );

  itCagedWithoutRoot('binds no link in the place of a folder', async () => {
    const link = join(root(), 'tmp');
    const args = ['-s', join(scratch, 'hosts/vhtwo'), link];
    await run({ file: 'ln', args }, { identity: identity() });
    const seen = await output('ls ../tmp/');
    await rm(link);
    expect(seen).toMatch(/No such file/);
  });

  itCagedWithoutRoot('refuses user namespaces, also without its filter of system calls', async () => {
    expect(await output('unshare -U true')).toMatch(/Operation not permitted/);
    const unfiltered = await run(command('print-unfiltered', root(), 'unshare -U true 2>&1'), {
      identity: identity(),
    });
    expect(unfiltered.stdout).toMatch(/No space left on device/);
  });

  itCagedWithoutRoot('leaves no program behind, whenever during its start it is killed', async () => {
    const killed = await run(command('kill', root()), { identity: identity() });
    expect(killed.stdout).toBe('over\n');
    await until(async () => (await running()).length === 0);
  });

  itCagedWithoutRoot('ends with the process that started it', async () => {
    const daemon = `trap "" TERM HUP; while :; do setsid sh -c "sleep 1000 & sleep 1000" & sleep 0.05; done`;
    const child = start(command('print', root(), `setsid sh -c '${daemon}' & exec sleep 1000`), {
      identity: identity(),
      stdio: 'ignore',
    });
    await until(async () => (await running()).filter((name) => name === 'sleep').length > 8);
    signalPid(child.pid ?? 0, 'SIGKILL');
    await until(async () => (await running()).length === 0);
    await sleep(100);
    expect(await running()).toEqual([]);
  });
});
