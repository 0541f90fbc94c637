import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimUidSlot } from '#testing/uid-slot';
import { killGroup, start } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { claimUids } from './uid-claim';

describe('the uid range of an installation', () => {
  let scratch: string;
  let folder: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-claims-'));
    folder = join(scratch, 'claims');
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));
  const claim = (first: number, last: number, owner = '/data/mine') =>
    claimUids({ first, last }, owner, folder);

  it('is refused to a second one that overlaps, with the data directory of the first', async () => {
    const first = await claim(20_001, 29_999, '/data/first');
    const beside = await claim(30_000, 39_999, '/data/beside');
    await expect(claim(29_999, 30_500)).rejects.toThrow(
      /^HOST_UIDS: 29999-30500 overlaps with .*, the uids of the installation in \/data\/(first|beside)$/,
    );
    await expect(claim(20_001, 29_999)).rejects.toThrow('/data/first');
    await first.release();
    await (await claim(20_001, 29_999)).release();
    await beside.release();
  });

  it('belongs to exactly one of many that start at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => claim(20_001 + index, 30_000 + index)),
    );
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.release();
  });

  it('is free again after the installation was killed', async () => {
    await (await claim(20_001, 29_999)).release();
    const file = join(folder, '20001-29999');
    const holder = start({ file: 'flock', args: ['--no-fork', file, 'sleep', '600'] }, { stdio: 'ignore' });
    const isTaken = () =>
      claim(25_000, 35_000).then(
        (own) => own.release().then(() => false),
        () => true,
      );
    while (!(await isTaken())) await sleep(20);
    const gone = new Promise((resolve) => holder.once('exit', resolve));
    killGroup(holder.pid, 'SIGKILL');
    await gone;
    expect(await isTaken()).toBe(false);
  });

  it('is claimed in a folder that only root can read', async () => {
    const own = await claim(20_001, 29_999);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    await own.release();
  });

  (isolationHere().is === 'separate' ? it : it.skip)('of tests never overlap', async () => {
    const slots = [await claimUidSlot(), await claimUidSlot(), await claimUidSlot()];
    const firsts = slots.map(({ uids }) => uids.first);
    expect(new Set(firsts).size).toBe(slots.length);
    expect(slots.every(({ uids }) => uids.last < 20_001)).toBe(true);
    for (const slot of slots) await slot.release();
  });
});
