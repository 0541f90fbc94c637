import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftoverFiles } from './challenge-ways';

it('removes leftover responses of a killed worker and keeps newer ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-responses-'));
  for (const name of ['old', 'new']) await writeFile(join(folder, name), '');
  await utimes(join(folder, 'old'), 1000, 1000);
  await removeLeftoverFiles(folder, 2_000_000);
  expect(await readdir(folder)).toEqual(['new']);
  await rm(folder, { recursive: true });
});
