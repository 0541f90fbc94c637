import {
  addCronJob,
  addMime,
  addRedirect,
  addRedirects,
  changeCronJob,
  changeDotNetVersion,
  changePhpVersion,
  changeRedirect,
  checkRewrite,
  clearConfig,
  compareConfig,
  disablePhpFunctions,
  getPhpErrorPort,
  getPhpTimeZone,
  listConfigVersions,
  listCronJobs,
  listCronRuns,
  listMimeTypes,
  listRedirects,
  listRewrites,
  listRewriteTemplates,
  orderRedirects,
  PhpConfig,
  readConfig,
  readCronOutput,
  readDotNet,
  readErrorLog,
  readErrorPage,
  readHomePage,
  readPhp,
  readPhpReport,
  readText,
  removeCronJob,
  removeMime,
  removeRedirect,
  restartSite,
  revertConfig,
  runCronJob,
  saveRewrite,
  setDefaultHomePage,
  setErrorPage,
  setPhpErrorLog,
  setPhpLanguage,
  setPhpOutputBuffer,
  setPhpUpload,
  setPhpUploadSize,
  setRewrite,
  setScriptError,
  setTrustedLevel,
  SiteConfig,
  suggestRewrite,
  switchCronJob,
  type CronJob,
  type CronRun,
  testRewrite,
  unsetErrorPage,
  updatePhpParam,
  writeConfig,
} from '@sitedeck/contract';
import { openReplyServer, refusal, reply, type Reply } from '@sitedeck/ui/testing/reply-server';

export const SAVED_AT = '2026-11-21T01:12:00.000Z';
export const FRONT_CONTROLLER_RULE = 'location / {\n    try_files $uri $uri/ /index.php?$args;\n}\n';

const STANDARD = ['index.html', 'index.php'];
const SERVER_TYPES = [
  { extension: 'html', mimeType: 'text/html', from: 'server' as const },
  { extension: 'png', mimeType: 'image/png', from: 'server' as const },
];
const CHANGES = [
  addMime,
  addRedirect,
  addRedirects,
  changeDotNetVersion,
  changePhpVersion,
  changeRedirect,
  clearConfig,
  disablePhpFunctions,
  orderRedirects,
  removeMime,
  removeRedirect,
  revertConfig,
  setDefaultHomePage,
  setErrorPage,
  setPhpErrorLog,
  setPhpLanguage,
  setPhpOutputBuffer,
  setPhpUpload,
  setPhpUploadSize,
  setRewrite,
  setScriptError,
  setTrustedLevel,
  unsetErrorPage,
  updatePhpParam,
  writeConfig,
];

export const phpReply = (version: number, config = PhpConfig.parse({}), served = true) =>
  reply(readPhp, {
    config,
    version,
    served,
    versions: [
      { version: '7.4', installed: false, inUse: false, supportedUntil: '2022-11' },
      { version: '8.2', installed: true, inUse: true, supportedUntil: '2999-12' },
    ],
  });

/** `runtime` is the version of Mono, or null where none is installed. */
export const dotNetReply = (version: number, document: SiteConfig, runtime: string | null = null) =>
  reply(readDotNet, {
    config: document.dotNet,
    scriptError: document.scriptError,
    version,
    runtime,
    versions: [
      { version: '2.0', runs: false },
      { version: '4.0', runs: runtime !== null },
    ],
    trustEnforced: false,
  });

type Settings = Partial<(typeof SiteConfig)['_zod']['input']>;
export const documentOf = (settings: Settings = {}) =>
  SiteConfig.parse({ language: 'PHP', documents: STANDARD, ...settings });

/** What every call about the configuration replies while these settings are in force. */
export function inForce(version: number, settings: Settings = {}, operator = 'demo'): readonly Reply[] {
  const document = documentOf(settings);
  const { documents, redirects, errorPage, mime, rewrite, php } = document;
  const siteTypes = mime.map((type) => ({ ...type, from: 'site' as const }));
  return [
    reply(readConfig, { version, document, operator, at: SAVED_AT, image: '{}' }),
    reply(readHomePage, {
      documents: documents.map((name) => ({ name, exists: name === 'index.html' })),
      standard: STANDARD,
      version,
    }),
    reply(listRedirects, { redirects, version }),
    reply(readErrorPage, { page: errorPage, exists: true, version }),
    reply(listMimeTypes, { types: [...SERVER_TYPES, ...siteTypes], version }),
    reply(listRewrites, { rules: [], inForce: rewrite, version }),
    phpReply(version, php),
    dotNetReply(version, document),
    ...CHANGES.map((call) => reply(call, { version })),
    reply(saveRewrite, { version, id: 1 }),
  ];
}

export const cronRun = (run: Partial<CronRun> = {}): CronRun => ({
  id: 1,
  state: 'ok',
  at: SAVED_AT,
  isManual: false,
  startedAt: SAVED_AT,
  endedAt: SAVED_AT,
  exitStatus: 0,
  skipped: 0,
  outputBytes: 0,
  ...run,
});
export const cronJob = (job: Partial<CronJob> = {}): CronJob => ({
  id: 1,
  name: 'report',
  schedule: '30 3 * * *',
  command: 'php report.php',
  isOn: true,
  nextAt: '2026-11-21T19:30:00.000Z',
  lastRun: null,
  ...job,
});
export const jobsReply = (...jobs: CronJob[]) => reply(listCronJobs, { jobs, zone: 'Asia/Shanghai' });

const samples = (): readonly Reply[] => [
  ...inForce(1, {}, 'bootstrap'),
  reply(listConfigVersions, { versions: [], total: 0 }),
  reply(compareConfig, { differences: [] }),
  refusal(readText, { code: '404', reason: 'no-such-file', message: 'no such file' }),
  reply(listRewriteTemplates, {
    templates: [
      {
        id: 'wordpress',
        name: 'WordPress',
        note: '安装在网站根目录',
        content: FRONT_CONTROLLER_RULE,
        urls: [],
      },
    ],
  }),
  reply(checkRewrite, { problems: [], ownRoot: false }),
  reply(testRewrite, {
    steps: [
      {
        line: 2,
        kind: 'location',
        text: 'try_files $uri /index.php',
        matched: true,
        before: '/news/12',
        after: '/index.php',
      },
    ],
    matchedLine: 2,
    outcome: { is: 'script', path: '/index.php', query: 'p=12' },
  }),
  reply(suggestRewrite, {
    content: 'rewrite ^/old$ /new last',
    notConverted: [{ line: 3, text: 'Header set X 1', reason: '伪静态中不支持' }],
    by: 'converter',
  }),
  reply(readPhpReport, {
    version: '8.2.24',
    sapi: 'fpm-fcgi',
    extensions: [{ name: 'mysqli', version: '8.2.24' }],
    settings: [{ key: 'memory_limit', value: '128M', origin: 'standard' }],
  }),
  reply(getPhpErrorPort, { choices: [{ value: [], label: '不报告' }], current: [] }),
  reply(getPhpTimeZone, {
    choices: [{ value: 'Asia/Shanghai', label: 'Asia/Shanghai (UTC+08:00)' }],
    current: 'Asia/Shanghai',
  }),
  jobsReply(),
  reply(addCronJob, { id: 9 }),
  reply(changeCronJob, { id: 1 }),
  reply(switchCronJob, {}),
  reply(removeCronJob, {}),
  reply(runCronJob, {}),
  reply(listCronRuns, { runs: [] }),
  reply(readCronOutput, { text: '', cutBytes: 0 }),
  reply(restartSite, { serviceStatus: 'NORMAL' }),
  reply(readErrorLog, logLines(1)),
];

/** A read of the error log: its new lines, and how many bytes were read so far. */
export const logLines = (next: number, ...lines: readonly string[]) => ({
  lines: [...lines],
  next,
  restarted: false,
  cut: false,
});

const ZONE = '/api/vhost/';

export async function openEnvServer() {
  const server = await openReplyServer(samples);
  return {
    ...server,
    /** Each change as its path below the zone, the version that it was made from, and its body. */
    saves: () =>
      server
        .changes()
        .map(({ path, query, body }) => [path.replace(ZONE, ''), query['version'], body] as const),
  };
}
