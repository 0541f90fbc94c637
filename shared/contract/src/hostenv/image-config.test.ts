import { ImageConfig, readImageConfig } from './image-config';
import {
  DISABLED_FUNCTIONS_MAX,
  DOCUMENTS_MAX,
  ERROR_PAGE_MAX,
  MIME_TYPES_MAX,
  REDIRECTS_MAX,
  RULE_MAX_BYTES,
  SCRIPT_ERROR_MAX,
} from './site-bounds';

/** Every field of an image configuration. */
const FULL = {
  indexPath: 'index.php, index.html',
  rewriteCode: 'location / { try_files $uri /index.php?$args; }',
  redirectDomain: ['a.com|https://www.a.com', 'b.com/old | /new'],
  errorPage: '/wwwroot/404.html',
  mime: ['image/webp|webp'],
  phpVersion: '8.2',
  phpSwitch: { code: 1 },
  phpShortOpenTag: { code: 'off' },
  phpDisplayErrors: { code: false },
  phpErrLogSwitch: { code: '1' },
  phpOBSwitch: { code: 'on' },
  phpUploadSwitch: { code: true },
  maxPhpUploadSize: '64',
  phpMaxInputTime: 60,
  phpMaxFileUploads: 20,
  phpDateTimezone: 'Asia/Shanghai',
  phpErrorReporting: ['E_ERROR', 'E_WARNING'],
  disabledFuncs: 'chown,fsockopen,assert',
  scriptError: { notify: 1, msg: 'Sorry' },
  dotNetTrustedLevel: 'Full',
  dotnetVersion: '4.0',
  dotnetMode: 'Integrated',
};

it('reads every field of the image configuration', () => {
  expect(ImageConfig.parse(FULL)).toEqual({
    ...FULL,
    indexPath: ['index.php', 'index.html'],
    redirectDomain: [
      { source: 'a.com', target: 'https://www.a.com' },
      { source: 'b.com/old', target: '/new' },
    ],
    mime: [{ mimeType: 'image/webp', extension: 'webp' }],
    phpSwitch: { code: 'on' },
    phpShortOpenTag: { code: 'off' },
    phpDisplayErrors: { code: 'off' },
    phpErrLogSwitch: { code: 'on' },
    phpOBSwitch: { code: 'on' },
    phpUploadSwitch: { code: 'on' },
    maxPhpUploadSize: 64,
    disabledFuncs: ['chown', 'fsockopen', 'assert'],
    scriptError: { notify: '1', msg: 'Sorry' },
  });
});

it('reads script errors from a list of two as well', () => {
  expect(ImageConfig.parse({ scriptError: ['custom', 'Sorry'] })).toEqual({
    scriptError: { notify: 'custom', msg: 'Sorry' },
  });
});

it('treats empty values as absent, except the list of disabled functions', () => {
  expect(ImageConfig.parse({ indexPath: '', errorPage: null, mime: null, disabledFuncs: '' })).toEqual({
    disabledFuncs: [],
  });
});

it('treats the value `empty` as absent', () => {
  expect(readImageConfig('empty')).toEqual({});
});

it.each(['{', '[1', '{"redirectDomain":["no bar"]}', '{"phpSwitch":{"code":"maybe"}}', '7'])(
  'logs the unreadable value %s and ignores it',
  (taskInfo) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(readImageConfig(taskInfo)).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(1);
  },
);

it('ignores unknown fields', () => {
  expect(readImageConfig('{"appName":"WordPress","phpVersion":"8.2"}')).toEqual({ phpVersion: '8.2' });
});

const many = (count: number, text: string) => Array.from({ length: count }, () => text);

it.each<[keyof ImageConfig, (count: number) => unknown, number]>([
  ['indexPath', (count) => many(count, 'a.php'), DOCUMENTS_MAX],
  ['indexPath', (count) => many(count, 'a.php').join(','), DOCUMENTS_MAX],
  ['indexPath', (length) => ['a'.repeat(length)], 255],
  ['rewriteCode', (length) => '#'.repeat(length), RULE_MAX_BYTES],
  ['redirectDomain', (count) => many(count, '/a|/b'), REDIRECTS_MAX],
  ['redirectDomain', (length) => [`/|${'a'.repeat(length - 2)}`], 12_289],
  ['errorPage', (length) => 'a'.repeat(length), ERROR_PAGE_MAX],
  ['mime', (count) => many(count, 'a/b|c'), MIME_TYPES_MAX],
  ['mime', (length) => [`a/b|${'c'.repeat(length - 4)}`], 255],
  ['phpErrorReporting', (count) => many(count, '1'), 32],
  ['phpErrorReporting', (length) => ['1'.repeat(length)], 64],
  ['phpDateTimezone', (length) => 'a'.repeat(length), 64],
  ['maxPhpUploadSize', (length) => '1'.padStart(length, '0'), 64],
  ['disabledFuncs', (count) => many(count, 'exec'), DISABLED_FUNCTIONS_MAX],
  ['disabledFuncs', (count) => many(count, 'exec').join(' '), DISABLED_FUNCTIONS_MAX],
  ['scriptError', (length) => ['custom', 'a'.repeat(length)], SCRIPT_ERROR_MAX],
  ['scriptError', (length) => ({ notify: 'a'.repeat(length) }), 64],
])('accepts no more of %s than a site may have', (field, given, most) => {
  const read = (count: number) => ImageConfig.safeParse({ [field]: given(count) });
  expect(read(most).success).toBe(true);
  expect(read(most + 1).error?.issues[0]?.path[0]).toBe(field);
});

it.each(['maxPhpUploadSize', 'scriptError'])('refuses a list nested twice in a list for %s', (field) => {
  const nested: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(ImageConfig.safeParse({ [field]: field === 'scriptError' ? [nested, ''] : nested }).success).toBe(
    false,
  );
});
