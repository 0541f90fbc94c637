import { settingChanges, settingName } from './setting-texts';
import { SiteConfig } from './site-config';

/** A document that holds every field. */
const complete = SiteConfig.parse({
  language: 'PHP',
  documents: ['index.php'],
  rewrite: { id: 1, name: 'WordPress', content: 'location / {}' },
  errorPage: { is: 'text', content: 'gone' },
});

/** Paths of all values; a list is one value. */
function pathsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    pathsOf(part, path === '' ? name : `${path}.${name}`),
  );
}

/** `language` never changes, and ids of rows are not shown. */
const NOT_SHOWN = new Set(['language', 'rewrite.id']);

it.each(pathsOf(complete).filter((path) => !NOT_SHOWN.has(path)))('has words for the setting %s', (path) => {
  for (const locale of ['zh-CN', 'en-US'] as const) expect(settingName(path, locale)).not.toBe(path);
});

it('describes switches, codes, lists and parameters, and leaves out ids', () => {
  const redirect = JSON.stringify({ source: '/old', target: '/new', keepPath: true, keepQuery: true });
  const mime = JSON.stringify({ extension: 'webp', mimeType: 'image/webp' });
  const differences = [
    { field: 'php.displayErrors', before: 'false', after: 'true' },
    { field: 'dotNet.mode', before: 'integrated', after: 'classic' },
    { field: 'redirects', after: redirect },
    { field: 'mime', before: '', after: mime },
    { field: 'php.parameters.memory_limit', before: '128M', after: '256M' },
    { field: 'rewrite.id', before: '1', after: '2' },
  ];
  expect(settingChanges(differences, 'zh-CN')).toEqual([
    { name: '页面上显示 PHP 错误', before: '关', after: '开' },
    { name: '.NET 模式', before: '集成模式', after: '经典模式' },
    { name: '301 跳转', before: undefined, after: '/old → /new' },
    { name: 'MIME 映射', before: undefined, after: '.webp image/webp' },
    { name: 'memory_limit', before: '128M', after: '256M' },
  ]);
});

it('shows a list entry that the server cut short as it came', () => {
  const [change] = settingChanges([{ field: 'redirects', after: '{"source":"/ol' }], 'en-US');
  expect(change?.after).toBe('{"source":"/ol');
});
