import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropAnswers } from './challenge-ways';

it('removes answers of a killed worker, and keeps those that were put since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-answers-'));
  for (const name of ['old', 'new']) await writeFile(join(folder, name), '');
  await utimes(join(folder, 'old'), 1000, 1000);
  await dropAnswers(folder, 2_000_000);
  expect(await readdir(folder)).toEqual(['new']);
  await rm(folder, { recursive: true });
});
