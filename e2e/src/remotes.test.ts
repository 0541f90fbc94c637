import { join } from 'node:path';
import { packages } from '../../packages.json';
import { tryRemote } from '../../tooling/cli/src/trial/try-remote';

const ROOT = join(__dirname, '../..');
const remotes = packages.filter(({ kind }) => kind === 'remote');

it.each(remotes)('$name keeps what a remote promises', async ({ folder }) => {
  expect(await tryRemote(join(ROOT, folder), join(ROOT, 'shell/dist'))).toEqual([]);
});
