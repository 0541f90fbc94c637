import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { archive } from '#testing/remote-package';
import { unpack } from './unpack';

describe('unpacking', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-unpack-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['nothing', 0],
    ['the head of the compression', 5],
    ['a part of a file', 20_000],
  ])('ends if nothing more arrives after %s', async (_what, bytes) => {
    const complete = await archive([{ name: 'a.js', content: randomBytes(50_000) }]);
    const body = new PassThrough();
    body.write(complete.subarray(0, bytes));
    await expect(unpack(body, folder, 200)).rejects.toMatchObject({ reason: 'package-unreadable' });
    body.destroy();
  });
});
