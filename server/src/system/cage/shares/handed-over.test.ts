import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#system/process/exec';
import { bundleProgram } from '#testing/bundle-program';
import { itWithShares } from '#testing/it-with-shares';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { findHierarchies } from './hierarchies';
import { inShare } from './join-share';

const USED = new Set(['memory', 'pids', 'cpu', 'cpuacct', 'blkio']);
/** Needs more than the share of its host. */
const EAT_MEMORY = `python3 -c 'x = bytearray(200 << 20); print("eaten")' || echo killed`;

(process.getuid?.() === 0 ? describe : describe.skip)('a group that root has handed to a user', () => {
  let slot: UidSlot;
  let scratch: string;
  let program: string;
  let handed: readonly string[];
  const user = () => `${slot.uids.first}`;
  /** What a script prints in a cage of a program without root. */
  const output = async (): Promise<string> => {
    const { uid, gid } = { uid: user(), gid: user() };
    const args = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--', process.execPath];
    const own = { file: 'setpriv', args: [...args, program, 'print-shared', scratch, EAT_MEMORY] };
    const joins = handed.map((folder) => join(folder, 'cgroup.procs'));
    return (await run(inShare({ joins, memoryBytes: undefined }, own))).stdout;
  };

  beforeAll(async () => {
    slot = await claimUidSlot();
    scratch = await mkdtemp('/var/tmp/sitedeck-handed-');
    program = await bundleProgram('testing/caged-process.ts', scratch);
    await mkdir(join(scratch, 'wwwroot'));
    await run({ file: 'chown', args: ['-R', `${user()}:${user()}`, scratch] });
    const [mounts, own] = await Promise.all(
      ['/proc/self/mountinfo', '/proc/self/cgroup'].map((file) => readFile(file, 'utf8')),
    );
    // Groups of other controllers can't be joined before they have settings of their own.
    handed = findHierarchies(mounts ?? '', own ?? '')
      .filter(({ version, controllers }) => version === 2 || controllers.some((one) => USED.has(one)))
      .map((one) => join(one.own, `sitedeck-handed-${user()}`));
    for (const folder of handed) await mkdir(folder);
    await run({ file: 'chown', args: ['-R', `${user()}:${user()}`, ...handed] });
  });
  afterAll(async () => {
    // The kernel removes only folders; those of version 2 have one for the program itself.
    for (const folder of handed)
      await run({ file: 'find', args: [folder, '-depth', '-type', 'd', '-delete'] });
    await slot.release();
    await rm(scratch, { recursive: true, force: true });
  });

  itWithShares('limits the hosts of a product without root', async () => {
    expect(await output()).toMatch(/^memory pids cpu.*\nkilled\n$/);
  });

  itWithShares('is needed: without it no host is limited', async () => {
    const before = handed;
    handed = [];
    const seen = await output();
    handed = before;
    expect(seen).toBe('eaten\n');
  });
});
