import { ImageConfig, readImageConfig } from './image-config';

/** Every field that the specification names, section 3. */
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

it('reads script errors as a list of two, too', () => {
  expect(ImageConfig.parse({ scriptError: ['custom', 'Sorry'] })).toEqual({
    scriptError: { notify: 'custom', msg: 'Sorry' },
  });
});

it('takes what is empty for not asked for, except the list of disabled functions', () => {
  expect(ImageConfig.parse({ indexPath: '', errorPage: null, mime: null, disabledFuncs: '' })).toEqual({
    disabledFuncs: [],
  });
});

it('takes the word empty for nothing asked for', () => {
  expect(readImageConfig('empty')).toEqual({});
});

it.each(['{', '[1', '{"redirectDomain":["no bar"]}', '{"phpSwitch":{"code":"maybe"}}', '7'])(
  'only logs what it can’t read: %s',
  (taskInfo) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(readImageConfig(taskInfo)).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(1);
  },
);

it('leaves fields that are none of its own alone', () => {
  expect(readImageConfig('{"appName":"WordPress","phpVersion":"8.2"}')).toEqual({ phpVersion: '8.2' });
});
