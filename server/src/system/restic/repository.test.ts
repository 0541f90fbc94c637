import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resticEnv } from './repository';
import { endedFault } from './restic-fault';
import { withSpace } from '../with-space';

const REPOSITORY = {
  engine: { file: '/usr/bin/restic', version: '0', gently: [] },
  at: '/nowhere',
  passwordFile: '/nowhere',
  cache: '/nowhere',
  temp: '/nowhere',
};

describe('the backup engine', () => {
  it('bears the mark of the part that started it, so that it does not outlive that', () => {
    const replaced = jest.replaceProperty(process, 'env', { ...process.env, SITEDECK_PART: 'worker@here' });
    expect(resticEnv(REPOSITORY)).toMatchObject({ SITEDECK_PART: 'worker@here' });
    replaced.restore();
  });

  it('says nothing of a repository where it was killed', () => {
    expect(endedFault(null, 'hash mismatch')).not.toHaveProperty('reason');
    expect(endedFault(1, 'hash mismatch')).toHaveProperty('reason', 'backup-damaged');
  });

  it('is stopped before the disk is full', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-space-'));
    const work = (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      );
    const { signal } = new AbortController();
    const full = withSpace({ folder, signal, work, spare: Number.MAX_SAFE_INTEGER });
    await expect(full).rejects.toHaveProperty('reason', 'disk-full');
    await rm(folder, { recursive: true });
  });
});
