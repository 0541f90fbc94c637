import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTexts, manifestTexts, readCatalogue } from './catalogue-texts';
import { sourceTexts } from './source-texts';
import { textTable } from './text-table';
import { textsByFile } from './texts-by-file';

const ROOT = join(__dirname, '../..');

it('lists both English plural forms beside the one Chinese form', () => {
  expect(catalogueTexts({ a_one: '{n} file', a_other: '{n} files' }, { a_other: '{n} 个文件' })).toEqual([
    { key: 'a_one', english: '{n} file', chinese: '{n} 个文件' },
    { key: 'a_other', english: '{n} files', chinese: '{n} 个文件' },
  ]);
});

it('lists a text that one language lacks, with the other side empty', () => {
  expect(catalogueTexts({ a: 'Only English' }, { b: '只有中文' })).toEqual([
    { key: 'a', english: 'Only English', chinese: '' },
    { key: 'b', english: '', chinese: '只有中文' },
  ]);
});

it('lists the titles of a manifest', () => {
  const titles = { 'zh-CN': { title: '文件' }, 'en-US': { title: 'Files' } };
  expect(manifestTexts(JSON.stringify({ name: 'files', titles }))).toEqual([
    { key: 'title', english: 'Files', chinese: '文件' },
  ]);
});

it('finds the pairs of a source, with the names on the way to them', () => {
  const source = `
    const FAULTS = { 'bad-name': { code: '400', 'zh-CN': '名称不正确', 'en-US': 'Invalid name' } };
    const page = { title: words('首页', 'Home') };
    const closed = { title: '网站已关闭', zh: '请稍后再来', en: 'Please come back later' };`;
  expect(sourceTexts('sample.ts', source)).toEqual([
    { key: 'FAULTS.bad-name', english: 'Invalid name', chinese: '名称不正确' },
    { key: 'page.title', english: 'Home', chinese: '首页' },
    { key: 'closed', english: 'Please come back later', chinese: '请稍后再来' },
  ]);
});

it('lists Chinese strings that have no English counterpart, ignoring patterns and comments', () => {
  const source = [
    '/** 注释 */ const page = { heading: `<h1>登录 ${name}</h1>` };',
    'const pattern = String.raw`跳转`; const yes = /是/;',
  ].join('\n');
  expect(sourceTexts('sample.ts', source)).toEqual([
    { key: 'page.heading', english: '', chinese: '`<h1>登录 ${name}</h1>`' },
  ]);
});

it('keeps a row of the table on one line', () => {
  const texts = [{ key: 'a', english: 'x | y\n  z', chinese: '中' }];
  expect(textTable([{ file: 'a.ts', texts }])).toContain('| a | x \\| y z | 中 |');
});

describe('the texts of the product', () => {
  const files = textsByFile(ROOT);
  const keysOf = (file: string) => files.find((one) => one.file === file)?.texts.map(({ key }) => key) ?? [];

  it('holds every key of every catalogue', () => {
    const rooms = ['shell', 'shared', 'remotes'].flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('i18n/en-US.json') && !/node_modules|dist/.test(path))
        .map((path) => `${room}/${path}`),
    );
    expect(rooms.length).toBeGreaterThan(30);
    for (const file of rooms) {
      const keys = Object.keys(readCatalogue(readFileSync(join(ROOT, file), 'utf8')));
      expect(keysOf(file)).toEqual(expect.arrayContaining(keys));
    }
  });

  it.each([
    ['shared/contract/src/files/faults.ts', 'FILE_FAULTS.bad-name'],
    ['shared/contract/src/log/action-texts.ts', 'ACTION_TEXTS.login'],
    ['shell/src/routing/shell-pages.ts', 'SHELL_PAGES.title'],
    ['remotes/files/remote.json', 'title'],
  ])('includes the texts of %s', (file, key) => {
    expect(keysOf(file)).toContain(key);
  });
});
