import { failedNamesCsv } from './failed-names';
import { savedFiles, withContent } from './saved-uploads';
import { itemOf } from './upload-plan';

const file = (path: string, content: string, lastModified = 5) =>
  itemOf(path, new File([content], path, { lastModified }));
const contents = (items: ReturnType<typeof withContent>) =>
  Promise.all(items.map(async ({ path, blob }) => [path, await blob?.text()]));

it('accepts a file again only under the same name, size and time', async () => {
  const files = ['a/x.txt', 'b/x.txt', 'y.txt', 'z.txt'].map((path) => ({ path, size: 3, modified: 5 }));
  const chosen = [
    file('a/x.txt', 'one'),
    file('elsewhere/y.txt', 'two'),
    file('z.txt', 'longer'),
    file('z.txt', 'new', 6),
  ];
  expect(await contents(withContent(files, chosen))).toEqual([
    ['a/x.txt', 'one'],
    // Gets the content of a/x.txt: name, size and time are the same, and only a hash could show a difference.
    ['b/x.txt', 'one'],
    ['y.txt', 'two'],
    ['z.txt', undefined],
  ]);
});

it('keeps the content of small uploads only', () => {
  const small = file('a', 'one');
  const large = { ...file('b', 'two'), size: 33 * 1024 * 1024 };
  expect(savedFiles([small]).map(({ blob }) => blob)).toEqual([small.blob]);
  expect(savedFiles([small, large]).map(({ blob }) => blob)).toEqual([undefined, undefined]);
});

it('lists the failed names in a table in which no name becomes a formula', async () => {
  const fault = { code: '413', reason: 'over-quota', message: 'no "room"' };
  const table = failedNamesCsv([{ path: '=cmd()', fault }], 'File,Reason');
  const bytes = new Uint8Array(await table.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  // Parsers drop the byte order mark.
  const words = (await table.text()).replace('\ufeff', '');
  expect(words).toBe('File,Reason\r\n"\'=cmd()","no ""room"""\r\n');
});
