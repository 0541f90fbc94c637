import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { exclusively } from './lock.mjs';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, 'prepare.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failIfWaiting = () => {
  throw new Error('waited without another command');
};

it('runs two preparations of one checkout one after the other', async () => {
  const events: string[] = [];
  let finish: (() => void) | undefined;
  const first = exclusively(file, failIfWaiting, async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    events.push('first done');
  });
  const second = exclusively(
    file,
    () => finish?.(),
    async () => void events.push('second runs'),
  );
  await Promise.all([first, second]);
  expect(events).toEqual(['first done', 'second runs']);
});

it('ignores the lock of a dead process', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(file, String(pid));
  expect(
    await exclusively(
      file,
      () => undefined,
      async () => 'ran',
    ),
  ).toBe('ran');
});

it('releases the lock after a failure', async () => {
  const failure = exclusively(file, failIfWaiting, () => Promise.reject(new Error('no')));
  await expect(failure).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});
