import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedSources } from './checked-sources';

const ROOT = join(__dirname, '..');

/** Names of the endpoints that a file adds to the page's API. */
const endpointsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ +(\w+): build\.(?:query|mutation|infiniteQuery)\(/gm)].map(([, name = '']) => name);

interface Endpoint {
  readonly name: string;
  readonly file: string;
}

const endpoints: readonly Endpoint[] = checkedSources(ROOT, ['shell/src/', 'remotes/'])
  .filter((file) => file.endsWith('.api.ts'))
  .flatMap((file) => endpointsIn(readFileSync(join(ROOT, file), 'utf8')).map((name) => ({ name, file })));

it('reads the endpoints of the shell and of every remote', () => {
  expect(endpoints).toContainEqual({ name: 'listBackups', file: 'remotes/backup/src/backup.api.ts' });
  expect(endpoints).toContainEqual({ name: 'vhostInfo', file: 'shell/src/home/home.api.ts' });
});

it('gives no two endpoints of a page one name, since the first definition would serve both', () => {
  const isTaken = ({ name }: Endpoint) => endpoints.filter((other) => other.name === name).length > 1;
  expect(endpoints.filter(isTaken)).toEqual([]);
});
