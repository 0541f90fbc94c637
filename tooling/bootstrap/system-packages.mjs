import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const PHP_EXTENSIONS = ['mbstring', 'mysql', 'gd', 'curl', 'xml', 'zip', 'intl'];
/** Packages that our FTP server runs on, and the program that makes its certificate. */
const FTP_SERVER = ['python3-pyftpdlib', 'python3-openssl', 'openssl'];
/** .NET, 208 MB: not every release has it, and everything but .NET pages works without it. */
const NET_SERVER = 'mono-fastcgi-server4';
/** Programs that the file manager starts under a host's uid. */
const FILE_TOOLS = ['ripgrep', 'libarchive-tools', 'bzip2', 'xz-utils', 'zstd'];
/** The hosts' databases, and the programs that dump and load them. */
const DATABASES = ['mariadb-server', 'mariadb-client'];
/** Makes backups and copies them to SFTP servers. */
const BACKUP_TOOLS = ['restic', 'openssh-client'];
/** Sends DNS updates (RFC 2136) for certificates of wildcards. */
const DNS_TOOLS = ['bind9-dnsutils'];
/** Separates the programs of hosts from each other. */
const CAGES = ['bubblewrap'];
/** Runs the rules of the scan for web shells. */
const SCAN = ['yara'];
/** Closes port 25 of other machines to programs of hosts. */
const ROUTING = ['iproute2'];
const WEB_SERVER = ['nginx', 'libnginx-mod-http-brotli-filter', 'libnginx-mod-http-brotli-static'];

/**
 * Additional packages for the tests: a browser that can show Chinese, certificates, independent archive programs, a
 * certificate authority, DNS servers.
 */
export const TEST_PACKAGES = [
  'chromium',
  'fonts-noto-cjk',
  'openssl',
  'unzip',
  'zip',
  '7zip',
  'python3-minimal',
  'openssh-server',
  'rclone',
  'lftp',
  'curl',
  'pebble',
  'knot',
];

/** Chromium without windows, in which the tests take half the time: not every release has it. */
const LIGHT_BROWSER = 'chromium-headless-shell';

/**
 * Names of the engines' packages on this release.
 * @param {string | undefined} phpVersion version that the release's `php-fpm` depends on, such as `8.2`
 * @returns {string[]}
 */
export function enginePackages(phpVersion) {
  const php = phpVersion
    ? [`php${phpVersion}-fpm`, ...PHP_EXTENSIONS.map((extension) => `php${phpVersion}-${extension}`)]
    : [];
  return [
    ...WEB_SERVER,
    ...php,
    ...DATABASES,
    ...FTP_SERVER,
    ...FILE_TOOLS,
    ...BACKUP_TOOLS,
    ...DNS_TOOLS,
    ...CAGES,
    ...SCAN,
    ...ROUTING,
    'acl',
  ];
}

/**
 * @param {string} depends output of `apt-cache depends php-fpm`
 * @returns {string | undefined}
 */
export const phpVersionIn = (depends) => /php(\d+\.\d+)-fpm/.exec(depends)?.[1];

/**
 * @param {string} status lines `<package> <status abbreviation>` from dpkg-query
 * @param {readonly string[]} wanted
 * @returns {string[]} those of `wanted` that are not installed
 */
export function missingFrom(status, wanted) {
  const installed = new Set(
    status
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([, abbreviation]) => abbreviation?.startsWith('ii'))
      .map(([name]) => name),
  );
  return wanted.filter((name) => !installed.has(name));
}

/** @param {readonly string[]} packages */
export const installLine = (packages) =>
  `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;

/**
 * Installs what is missing, without starting or enabling any daemon.
 * @param {{ tests: boolean, say: (line: string) => void }} options
 * @returns {{ is: 'complete' } | { is: 'elsewhere' } | { is: 'missing', packages: string[], why: string }}
 */
export function installSystemPackages({ tests, say }) {
  if (!existsSync('/usr/bin/apt-get')) return { is: 'elsewhere' };
  const first = missing(tests);
  if (first.length === 0) return { is: 'complete' };
  if (process.getuid?.() !== 0) return { is: 'missing', packages: first, why: 'not root' };

  say('apt-get update');
  apt(['update', '-qq']);
  // Check again: with empty package lists the PHP version was not known before.
  const packages = missing(tests);
  say(`apt-get install ${packages.join(' ')}`);
  // Install .NET separately: if it does not fit on the disk or can't be downloaded, the others are still installed.
  const parts = [
    packages.filter((name) => name !== NET_SERVER),
    packages.filter((name) => name === NET_SERVER),
  ];
  const failure = withoutDaemons(() => parts.map(install).find((why) => why !== undefined));
  const left = missing(tests);
  if (left.length === 0) return { is: 'complete' };
  return { is: 'missing', packages: left, why: failure ?? 'apt-get did not install them' };
}

/** @param {string[]} packages */
const install = (packages) =>
  packages.length === 0 ? undefined : apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);

/** @param {boolean} tests */
function missing(tests) {
  const wanted = [...enginePackages(phpVersion()), ...(tests ? TEST_PACKAGES : [])];
  const optional = [NET_SERVER, ...(tests ? [LIGHT_BROWSER] : [])];
  const offered = missingFrom(statusOf(optional), optional).filter(isOffered);
  return [...missingFrom(statusOf(wanted), wanted), ...offered];
}

/** @param {string} name whether this release has such a package */
const isOffered = (name) => run('apt-cache', ['show', name]).stdout !== '';

/**
 * The installed PHP's version, else that of the release. The second comes last, since apt-cache takes half a second.
 */
function phpVersion() {
  const installed = statusOf(['php*-fpm'])
    .split('\n')
    .find((line) => line.includes(' ii'));
  return phpVersionIn(installed ?? run('apt-cache', ['depends', 'php-fpm']).stdout);
}

/** @param {string[]} names */
const statusOf = (names) =>
  run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Abbrev}\n', ...names]).stdout;

/**
 * @param {string[]} args
 * @returns {string | undefined} apt-get's last error line if it failed
 */
function apt(args) {
  const { status, stderr } = run('apt-get', [
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Dpkg::Use-Pty=0',
    ...args,
  ]);
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1);
}

/** @param {string} file @param {string[]} args */
function run(file, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C', NEEDRESTART_SUSPEND: '1' };
  return spawnSync(file, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 << 20,
  });
}

const POLICY = '/usr/sbin/policy-rc.d';
const ASIDE = '/usr/sbin/policy-rc.d.before-sitedeck';

/**
 * Debian starts a daemon as soon as its package is unpacked; a policy that answers 101 forbids that. The packages also
 * enable their units for the next boot: newly enabled ones are disabled again.
 * @template T
 * @param {() => T} install
 * @returns {T}
 */
function withoutDaemons(install) {
  const before = enabledUnits();
  const allowStarts = forbidStarts();
  try {
    return install();
  } finally {
    allowStarts();
    for (const unit of enabledUnits()) if (!before.has(unit)) disable(unit);
  }
}

function forbidStarts() {
  const hadOne = existsSync(POLICY);
  if (hadOne) renameSync(POLICY, ASIDE);
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => {
    rmSync(POLICY, { force: true });
    if (hadOne) renameSync(ASIDE, POLICY);
  };
}

/** Links through which a systemd target starts a unit, and `S…` links of the default run level. */
function enabledUnits() {
  const wants = entries('/etc/systemd/system').filter((path) => path.endsWith('.wants'));
  return new Set([
    ...wants.flatMap(entries),
    ...entries('/etc/rc2.d').filter((path) => /\/S\d\d/.test(path)),
  ]);
}

/** @param {string} folder */
const entries = (folder) =>
  existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [];

/** @param {string} link such as `/etc/rc2.d/S01nginx`; update-rc.d does the other run levels and the unit as well */
function disable(link) {
  const script = /\/S\d\d([^/]+)$/.exec(link)?.[1];
  if (script) run('update-rc.d', [script, 'disable']);
  else rmSync(link, { force: true });
}
