/**
 * @typedef {object} Area
 * @property {readonly string[]} paths folders and beginnings of paths that belong to it
 * @property {readonly string[]} e2e its browser tests: file names in `e2e/src`, without `.test.ts`
 */

/** @param {string[]} paths @param {string[]} e2e @returns {Area} */
const area = (paths, e2e = []) => ({ paths, e2e });

/** A feature has one name from the contract to its remote. @param {string} name @param {string[]} e2e @param {string[]} more */
const feature = (name, e2e, more = []) =>
  area([`remotes/${name}/`, `server/src/features/${name}/`, `shared/contract/src/${name}/`, ...more], e2e);

/** What `npm test -- --only <area>` runs. @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  contract: area(['shared/contract/'], ['api-scripts']),
  sdk: area(['shared/sdk/'], ['install']),
  ui: area(['shared/ui/'], ['pages']),
  shell: area(['shell/'], ['shell', 'shell-faults', 'home', 'home-slots', 'remote-failure', 'operation-log']),
  embed: area(['shell/src/embed/'], ['embed', 'portals', 'strict-portal', 'override']),
  files: feature('files', ['files-actions', 'files-editor', 'zip-race', 'main-job'], ['server/src/files/']),
  database: feature('database', ['database'], ['server/src/system/mariadb/']),
  domain: feature(
    'domain',
    ['domain-states'],
    ['server/src/features/certificate/', 'shared/contract/src/certificate/'],
  ),
  hostenv: feature(
    'hostenv',
    ['hostenv', 'two-hosts'],
    ['server/src/system/nginx/', 'server/src/system/php/'],
  ),
  backup: feature('backup', ['backup', 'kills'], ['server/src/system/restic/']),
  tools: area(
    [
      ...['remotes/tools/', 'server/src/features/site-image/', 'server/src/features/site-move/'],
      ...[
        'shared/contract/src/site-image/',
        'shared/contract/src/site-move/',
        'server/src/system/site-image/',
      ],
    ],
    ['site-image', 'site-move'],
  ),
  safety: area(['remotes/safety/', 'server/src/features/scan/', 'shared/contract/src/scan/'], ['scan']),
  api: area(['server/src/api/', 'server/src/faults/', 'server/src/links/'], ['api-scripts', 'flood']),
  worker: area(['server/src/worker/', 'server/src/queue/'], ['kills']),
  supervisor: area(['server/src/supervisor/'], ['tls', 'without-nginx']),
  sites: area(['server/src/sites/', 'server/src/state/'], ['two-hosts']),
  system: area(['server/src/system/', 'server/ftp/'], ['tenant-attacks', 'disk-full']),
  features: area(['server/src/features/'], []),
  tooling: area(['tooling/', 'jest.config.ts', 'webpack.common.ts'], []),
  cli: area(['tooling/cli/', 'tooling/packages/', 'docs/feature-teams.md'], ['feature-team', 'remotes']),
  e2e: area(['e2e/'], []),
};
