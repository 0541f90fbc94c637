import {
  checkRewrite,
  getPhpErrorPort,
  getPhpTimeZone,
  listRewrites,
  listRewriteTemplates,
  readDotNet,
  restartSite,
  readErrorLog,
  readPhp,
  readPhpReport,
  saveRewrite,
  setRewrite,
  suggestRewrite,
  testRewrite,
  updatePhpParam,
  writeConfig,
} from '@sitedeck/contract';
import type { MoreCalls } from './env-server';

export const FRONT = 'location / {\n    try_files $uri $uri/ /index.php?$args;\n}\n';

/** What the calls below keep besides the configuration. */
export const state = {
  rules: [] as { id: number; name: string; content: string; changedAt: string }[],
  images: [] as Record<string, unknown>[],
  parameters: [] as Record<string, unknown>[],
  log: ['PHP Warning: first'],
  served: true,
  /** Version of Mono; null where there is none. */
  runtime: null as string | null,
  /** How often the application was restarted. */
  restarts: 0,
};

export function forget(): void {
  state.rules = [];
  state.images = [];
  state.parameters = [];
  state.log = ['PHP Warning: first'];
  state.served = true;
  state.runtime = null;
  state.restarts = 0;
}

/** A semicolon is missing where a line with `rewrite` does not end in one. */
const problemsOf = (content: string) =>
  content
    .split('\n')
    .flatMap((line, index) =>
      line.startsWith('rewrite') && !line.endsWith(';')
        ? [{ line: index + 1, column: 1, message: 'rewrite 规则没有以「;」结束。补上分号' }]
        : [],
    );

/** Rules, PHP and logs of the site. */
export const ruleCalls: MoreCalls = ({ now, change, stamped }) => [
  [listRewrites, () => stamped({ rules: state.rules, inForce: now().rewrite })],
  [
    listRewriteTemplates,
    () => ({
      templates: [{ id: 'wordpress', name: 'WordPress', note: '安装在网站根目录', content: FRONT, urls: [] }],
    }),
  ],
  [
    saveRewrite,
    ({ body }) => {
      const id = Number(body['id'] ?? state.rules.length + 1);
      const rule = {
        id,
        name: String(body['name']),
        content: String(body['content']),
        changedAt: '2026-11-21T01:12:00Z',
      };
      state.rules = [...state.rules.filter((one) => one.id !== id), rule];
      return stamped({ id });
    },
  ],
  [
    setRewrite,
    change('setRewrite', (_now, { last }) => {
      const rule = state.rules.find(({ id }) => id === Number(last));
      return { rewrite: rule ? { id: rule.id, name: rule.name, content: rule.content } : null };
    }),
  ],
  [checkRewrite, ({ body }) => ({ problems: problemsOf(String(body['content'])), ownRoot: false })],
  [
    testRewrite,
    ({ body }) => ({
      steps: [
        {
          line: 2,
          kind: 'location',
          text: 'try_files $uri /index.php',
          matched: true,
          before: body['url'],
          after: '/index.php',
        },
      ],
      matchedLine: 2,
      outcome: { is: 'script', path: '/index.php', query: 'p=12' },
    }),
  ],
  [
    suggestRewrite,
    () => ({
      content: 'rewrite ^/old$ /new last',
      notConverted: [{ line: 3, text: 'Header set X 1', reason: '伪静态中不支持' }],
      by: 'converter',
    }),
  ],
  [
    readPhp,
    () =>
      stamped({
        config: now().php,
        served: state.served,
        versions: [
          { version: '7.4', installed: false, inUse: false, supportedUntil: '2022-11' },
          { version: '8.2', installed: true, inUse: true, supportedUntil: '2999-12' },
        ],
      }),
  ],
  [
    readPhpReport,
    () => ({
      version: '8.2.24',
      sapi: 'fpm-fcgi',
      extensions: [{ name: 'mysqli', version: '8.2.24' }],
      settings: [{ key: 'memory_limit', value: '128M', origin: 'standard' }],
    }),
  ],
  [
    readDotNet,
    () =>
      stamped({
        config: now().dotNet,
        scriptError: now().scriptError,
        runtime: state.runtime,
        versions: [
          { version: '2.0', runs: false },
          { version: '4.0', runs: state.runtime !== null },
        ],
        trustEnforced: false,
      }),
  ],
  [
    restartSite,
    () => {
      state.restarts += 1;
      return { serviceStatus: 'NORMAL' };
    },
  ],
  [getPhpErrorPort, () => ({ choices: [{ value: [], label: '不报告' }], current: [] })],
  [
    getPhpTimeZone,
    () => ({
      choices: [{ value: 'Asia/Shanghai', label: 'Asia/Shanghai (UTC+08:00)' }],
      current: 'Asia/Shanghai',
    }),
  ],
  [
    writeConfig,
    change('writeConfig', ({ php }, { body }) => {
      const image = JSON.parse(String(body['image'])) as Record<string, unknown>;
      state.images.push(image);
      const funcs = image['disabledFuncs'];
      return {
        php: {
          ...php,
          ...(image['maxPhpUploadSize'] !== undefined && { uploadMiB: Number(image['maxPhpUploadSize']) }),
          ...(funcs === 'none' && { disabledFunctions: [] }),
          ...(image['phpDisplayErrors'] !== undefined && {
            displayErrors: JSON.stringify(image['phpDisplayErrors']).includes('on'),
          }),
        },
      };
    }),
  ],
  [
    updatePhpParam,
    change('updatePhpParam', ({ php }, { body }) => {
      state.parameters.push(body);
      const parameters = {
        ...php.parameters,
        [String(body['phpIniKey'])]: `${String(body['phpIniValue'])}M`,
      };
      return { php: { ...php, parameters } };
    }),
  ],
  [
    readErrorLog,
    ({ body }) => {
      const from = Number(body['from'] ?? 0);
      const lines = state.log
        .slice(from)
        .filter((line) => line.includes(typeof body['search'] === 'string' ? body['search'] : ''));
      return { lines, next: state.log.length, restarted: false, cut: false };
    },
  ],
];
