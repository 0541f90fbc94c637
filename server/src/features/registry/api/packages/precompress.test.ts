import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type zlib from 'node:zlib';

let busy = 0;
let busiest = 0;
/**
 * Wraps a compressor of the library and counts how many run at once. A function declaration, since jest
 * hoists the mock above assignments.
 */
function counted(work: (...given: never[]) => void) {
  return (...given: unknown[]): void => {
    busiest = Math.max(busiest, (busy += 1));
    const done = given.pop() as (...result: unknown[]) => void;
    const end = (...result: unknown[]) => {
      busy -= 1;
      done(...result);
    };
    (work as (...all: unknown[]) => void)(...given, end);
  };
}

jest.mock('node:zlib', () => {
  const real = jest.requireActual<typeof zlib>('node:zlib');
  return { ...real, brotliCompress: counted(real.brotliCompress), gzip: counted(real.gzip) };
});

import { precompress } from './precompress';

it('keeps one worker thread busy however many packages are published at once, and continues after a failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-precompress-'));
  const names = ['a.js', 'b.js', 'c.css'];
  for (const name of names) await writeFile(join(folder, name), 'a text '.repeat(1000));
  const results = await Promise.allSettled([
    precompress(folder, ['gone.js']),
    ...names.map((name) => precompress(folder, [name])),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(busiest).toBe(1);
  expect(await readdir(folder)).toHaveLength(9);
  await rm(folder, { recursive: true });
});
