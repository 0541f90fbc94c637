import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killGroup, start } from '#system/process/exec';
import { lockData } from './lock';

describe('the lock of a data directory', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('admits one start, and the next one after the first has ended', async () => {
    const first = await lockData(folder);
    await expect(lockData(folder)).rejects.toThrow(
      `SiteDeck already runs on ${folder} (process ${process.pid})`,
    );
    await first.release();
    const second = await lockData(folder);
    await second.release();
  });

  it('admits exactly one of many simultaneous starts', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockData(folder)));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    await won[0]?.release();
  });

  it('is free again after its holder was killed', async () => {
    const holder = start(
      { file: 'flock', args: ['--no-fork', join(folder, 'supervisor.lock'), 'sleep', '60'] },
      { stdio: 'ignore' },
    );
    const held = () =>
      lockData(folder).then(
        (lock) => lock.release().then(() => false),
        () => true,
      );
    while (!(await held()));
    killGroup(holder.pid, 'SIGKILL');
    await once(holder, 'exit');
    const lock = await lockData(folder);
    await lock.release();
  });
});
