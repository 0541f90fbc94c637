import { fillPath } from '@sitedeck/contract';
import { ImageConfig } from '@sitedeck/contract/image-config';
import type { PlannedCall } from './planned';
import { planSteps, STEP_KEYS, type Step } from './steps';

const plan = (config: object, language: 'PHP' | 'NET' | 'HTML' = 'NET') =>
  planSteps({ config: ImageConfig.parse(config), appName: 'WordPress', language });

const lineOf = ({ def, input }: PlannedCall): string => {
  const { params, body } = input;
  return [fillPath(def.path, params), ...(body === undefined ? [] : [JSON.stringify(body)])].join(' ');
};
const linesOf = (steps: readonly Step[], key: string) =>
  steps.find((step) => step.key === key)?.calls.map(lineOf);

it('runs the steps in order: home page, rewrite, 301 redirects, 404 page, MIME mappings, PHP settings, script error info, .NET settings', () => {
  expect(plan({}, 'NET').map(({ key }) => key)).toEqual([
    'homePage',
    'rewrite',
    'redirects',
    'errorPage',
    'mime',
    'php',
    'scriptError',
    'dotNet',
  ]);
});

it.each(['PHP', 'HTML'] as const)(
  'plans script error info and .NET settings for NET hosts only: %s',
  (language) => {
    expect(plan({}, language).map(({ key }) => key)).toEqual(STEP_KEYS.slice(0, 6));
  },
);

it('plans no calls if the app needs none', () => {
  expect(plan({}).flatMap(({ calls }) => calls)).toEqual([]);
});

it.each([
  [
    'homePage',
    { indexPath: 'index.php,index.html' },
    ['/api/vhost/setDefaultHomePage {"docs":["index.php","index.html"]}'],
  ],
  [
    'redirects',
    { redirectDomain: ['a.com|https://b.com', 'c.com|/x'] },
    [
      '/api/vhost/redirect/add {"source":"a.com","target":"https://b.com"}',
      '/api/vhost/redirect/add {"source":"c.com","target":"/x"}',
    ],
  ],
  [
    'errorPage',
    { errorPage: '/wwwroot/404.html' },
    ['/api/vhost/errorPage/set {"path":"/wwwroot/404.html"}'],
  ],
  ['errorPage', { errorPage: '<h1>gone</h1>' }, ['/api/vhost/errorPage/set {"content":"<h1>gone</h1>"}']],
  [
    'mime',
    { mime: ['image/webp|webp'] },
    ['/api/vhost/mime/add {"mimeType":"image/webp","extension":"webp"}'],
  ],
  ['php', { phpVersion: '8.2' }, ['/api/vhost/config/php/changeVersion/8.2']],
  ['php', { phpSwitch: { code: 1 } }, ['/api/vhost/config/php/lang/php/on']],
  ['php', { phpShortOpenTag: { code: 0 } }, ['/api/vhost/config/php/lang/shortOpenTag/off']],
  ['php', { phpDisplayErrors: { code: 'on' } }, ['/api/vhost/config/php/lang/displayErrors/on']],
  ['php', { phpErrLogSwitch: { code: 'on' } }, ['/api/vhost/config/php/errorLog/on']],
  ['php', { phpOBSwitch: { code: 'off' } }, ['/api/vhost/config/php/ob/off']],
  ['php', { phpUploadSwitch: { code: 'on' } }, ['/api/vhost/config/php/upload/on']],
  ['php', { maxPhpUploadSize: 64 }, ['/api/vhost/config/php/maxUploadSize/64']],
  [
    'php',
    { phpMaxInputTime: 60 },
    ['/api/vhost/config/php/updatePhpParam {"phpIniKey":"max_input_time","phpIniValue":"60"}'],
  ],
  [
    'php',
    { phpMaxFileUploads: 20 },
    ['/api/vhost/config/php/updatePhpParam {"phpIniKey":"max_file_uploads","phpIniValue":"20"}'],
  ],
  [
    'php',
    { phpDateTimezone: 'Asia/Shanghai' },
    ['/api/vhost/config/php/updatePhpParam {"phpIniKey":"date.timezone","phpIniValue":"Asia/Shanghai"}'],
  ],
  [
    'php',
    { phpErrorReporting: ['E_ERROR', 'E_WARNING'] },
    [
      '/api/vhost/config/php/updatePhpParam {"phpIniKey":"error_reporting","phpIniValue":"E_ERROR | E_WARNING"}',
    ],
  ],
  [
    'scriptError',
    { scriptError: { notify: 'custom', msg: 'Sorry' } },
    ['/api/vhost/config/dotnet/scriptError/custom {"msg":"Sorry"}'],
  ],
  [
    'dotNet',
    { dotnetVersion: '4.0', dotnetMode: 'Integrated', dotNetTrustedLevel: 'Full' },
    ['/api/vhost/config/dotnet/changeVersion/4.0/Integrated', '/api/vhost/config/dotnet/trustedLevel/Full'],
  ],
  ['dotNet', { dotNetTrustedLevel: 'Full' }, ['/api/vhost/config/dotnet/trustedLevel/Full']],
])('plans %s of %j', (key, config, lines) => {
  const steps = plan(config);
  expect(linesOf(steps, key)).toEqual(lines);
  expect(steps.filter(({ calls }) => calls.length > 0).map((step) => step.key)).toEqual([key]);
});

it('writes the disabled functions as a comma-separated list, or none when empty', () => {
  const php = (disabledFuncs: string) => linesOf(plan({ disabledFuncs }), 'php');
  expect(php('chown,fsockopen,assert')).toEqual([
    '/api/vhost/config/php/disableFuncs/chown%2Cfsockopen%2Cassert',
  ]);
  expect(php('')).toEqual(['/api/vhost/config/php/disableFuncs/none']);
});

it('stores the rewrite rule under the name of the app, and enables it under the id it was given', () => {
  const calls = plan({ rewriteCode: 'rewrite ^ /x;' }).find(({ key }) => key === 'rewrite')?.calls ?? [];
  expect(calls.map(lineOf)).toEqual([
    '/api/vhost/config/rewrite/save {"name":"WordPress","content":"rewrite ^ /x;"}',
  ]);
  const next = calls[0]?.then?.({ id: 7 });
  expect(next && lineOf(next)).toBe('/api/vhost/config/rewrite/set/7');
});

it('matches every call to its definition', () => {
  const full = {
    indexPath: 'a.php',
    rewriteCode: 'x',
    redirectDomain: ['a|b'],
    errorPage: '/wwwroot/404.html',
    mime: ['a/b|c'],
    phpVersion: '8.2',
    phpSwitch: { code: 1 },
    phpErrLogSwitch: { code: 1 },
    maxPhpUploadSize: 8,
    disabledFuncs: '',
    scriptError: { notify: 1, msg: '' },
    dotNetTrustedLevel: 'Full',
    dotnetVersion: '4',
    dotnetMode: 'Classic',
  };
  for (const { def, input } of plan(full).flatMap(({ calls }) => calls)) {
    const { params, body } = input;
    expect(def.params?.safeParse(params).success ?? true).toBe(true);
    expect(def.body?.safeParse(body).success ?? true).toBe(true);
  }
});
