import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WALKER } from '#testing/hostile-programs';
import { claimUidSlot } from '#testing/uid-slot';
import { BASE_ENV, PART_MARK, run, start } from '#system/process/exec';
import { endProgramsOf } from '#system/process/host-programs';
import { isolationHere } from '#system/process/identity';
import { endMarked } from './end-marked';

const WALKERS = 4;

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
