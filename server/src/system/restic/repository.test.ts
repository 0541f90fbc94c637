import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resticEnv } from './repository';
import { exitFault } from './restic-fault';
import { withSpace } from '#system/disk/with-space';

const REPOSITORY = {
  engine: { file: '/usr/bin/restic', version: '0', lowPriority: [] },
  at: '/nowhere',
  passwordFile: '/nowhere',
  temp: '/nowhere',
};

describe('restic', () => {
  it('carries the mark of the part that started it, so that the next worker can end it', () => {
    const replaced = jest.replaceProperty(process, 'env', { ...process.env, SITEDECK_PART: 'worker@here' });
    expect(resticEnv(REPOSITORY)).toMatchObject({ SITEDECK_PART: 'worker@here' });
    replaced.restore();
  });

  it('does not blame the repository when it was killed', () => {
    expect(exitFault(null, 'hash mismatch', REPOSITORY)).not.toHaveProperty('reason');
    expect(exitFault(1, 'hash mismatch', REPOSITORY)).toHaveProperty('reason', 'backup-damaged');
  });

  it.each([
    ['Fatal: Unknown blob 1f2e', 'backup-damaged'],
    ['Fatal: no matching ID found for prefix "1f2e3d4c"', 'backup-damaged'],
    ['Fatal: config or key 1f2e is damaged: ciphertext verification failed', 'backup-config-lost'],
    ['Fatal: Unmarshal: unexpected end of JSON input', 'backup-config-lost'],
    ['Fatal: unable to open config file: stat /nowhere/config: no such file', 'backup-config-lost'],
  ])('names the fault of its message: %s', (stderr, reason) => {
    expect(exitFault(1, stderr, REPOSITORY)).toHaveProperty('reason', reason);
  });

  it.each([
    'ignoring error for /wwwroot/hash mismatch: no space left on device.txt: permission denied',
    '{"message_type":"error","error":{"Op":"open","Path":"/x/hash mismatch","Err":13},"item":"/x/hash mismatch"}',
    'Fatal: path "/wwwroot/unexpected EOF \\" corrupted" can not be read',
    'Save(<data/1f2e>) of "returned error, retrying after"',
  ])('finds no fault in the names of files: %s', (stderr) => {
    expect(exitFault(1, stderr, REPOSITORY)).not.toHaveProperty('reason');
    expect(exitFault(null, stderr, REPOSITORY)).toHaveProperty('message', 'restic was killed');
  });

  it('reports what failed if we killed it before a retry', () => {
    const retrying = (why: string) => `Save(<data/1f2e>) returned error, retrying after 552ms: ${why}`;
    const fault = (why: string) => exitFault(null, retrying(why), REPOSITORY);
    expect(fault('no space left on device')).toHaveProperty('reason', 'disk-full');
    expect(fault('no such file or directory')).toHaveProperty('reason', 'backup-damaged');
    expect(fault('too many open files')).not.toHaveProperty('reason');
  });

  it('stops before the disk is full', async () => {
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
