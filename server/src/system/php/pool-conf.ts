import { join } from 'node:path';
import type { ConfigFiles } from '#system/disk/generations';
import { UnsafeValue } from '#system/nginx/conf';
import type { NodeSite } from '#system/site/site';
import { ini, iniSection, iniSections, type IniSection } from './ini';
import { phpSocketName } from '#system/settings/paths';
import { IDLE_SOCKET, PID_FILE } from './master';
import {
  disabledFunctions,
  ownSettings,
  phpLimits,
  phpSettings,
  STANDARD_SETTINGS,
  type PhpSetting,
} from './site-settings';

/** What the pools of a node are made of; equal input renders equal text. */
export interface PoolsPlan {
  readonly hostsFolder: string;
  /** Folder of the script that reports PHP's settings. */
  readonly reportFolder: string;
  readonly errorLog: string;
  /** Where a site's database answers to `localhost`. */
  readonly databaseSocket: string;
  /** Group that may connect (nginx's workers); undefined where everything runs under one uid. */
  readonly webGroup: number | undefined;
  readonly sites: readonly NodeSite[];
}

/** Name of the file that holds the pools. */
export const POOLS_FILE = 'fpm.conf';
const MAX_CHILDREN = 8;
const IDLE_SECONDS = 20;

/** Recycles a worker now and then: extensions leak. */
const MAX_REQUESTS = 1000;
/** Limits per process, for workers and the programs they start. */
const OPEN_FILES = 4096;

const MASTER = 'global';
const IDLE = 'sitedeck-idle';
/** Without them php-fpm takes no file. */
const NEEDED: ReadonlySet<string> = new Set([MASTER, IDLE]);

const master = (plan: PoolsPlan): IniSection => ({
  name: MASTER,
  entries: {
    pid: PID_FILE,
    error_log: plan.errorLog,
    daemonize: 'no',
    // A master is ended only after its requests; this time is for what scripts do after their answer.
    process_control_timeout: '60s',
  },
});

const onDemand = { pm: 'ondemand', 'pm.process_idle_timeout': `${IDLE_SECONDS}s` };

/** A pool that takes no requests: php-fpm refuses to start without any. */
const idle = (plan: PoolsPlan): IniSection => ({
  name: IDLE,
  entries: {
    ...(plan.webGroup !== undefined && { user: 65534, group: 65534 }),
    listen: IDLE_SOCKET,
    'listen.mode': '0600',
    ...onDemand,
    'pm.max_children': 1,
  },
});

/** Limits no script and no `.user.ini` can lift. */
function sealed(root: string, report: string) {
  const [wwwroot, data, temp] = [join(root, 'wwwroot'), join(root, 'data'), join(root, 'tmp')];
  const open = [wwwroot, data, temp, report];
  return {
    // The closing slash makes each a folder, not a prefix of names.
    'php_admin_value[open_basedir]': open.map((folder) => `${folder}/`).join(':'),
    'php_admin_value[upload_tmp_dir]': join(temp, 'uploads'),
    'php_admin_value[session.save_path]': join(temp, 'sessions'),
    'php_admin_value[sys_temp_dir]': temp,
    'php_admin_value[error_log]': join(root, 'logs/php-error.log'),
  };
}

/** Keys of php.ini that no host changes: those of each pool, and those of the interpreter. */
export const SEALED_KEYS: ReadonlySet<string> = new Set(
  Object.keys(sealed('', '')).map((key) => key.replace(/^.*\[(.*)\]$/, '$1')),
);

/** Only the owner can set these, in the host's settings; scripts and `.user.ini` can't change them. */
const OWNER_ONLY = ['memory_limit', 'max_execution_time'] as const;

/** The owner's settings; scripts and `.user.ini` may change what PHP permits, except `OWNER_ONLY`. */
function owned(site: NodeSite): IniSection['entries'] {
  const all = phpSettings(site.php);
  const own = [...ownSettings(site.php)].filter(([key]) => !OWNER_ONLY.some((one) => one === key));
  const entry = ([key, setting]: [string, PhpSetting]): [string, string | number] =>
    typeof setting === 'boolean'
      ? [`php_flag[${key}]`, setting ? 'on' : 'off']
      : [`php_value[${key}]`, setting];
  return {
    'php_admin_value[disable_functions]': disabledFunctions(site.php),
    ...Object.fromEntries(OWNER_ONLY.map((key) => [`php_admin_value[${key}]`, String(all.get(key))])),
    ...Object.fromEntries(own.map(entry)),
  };
}

/**
 * php-fpm reads its file a byte per system call: what all pools share stands in php.ini, and what it takes for granted
 * (an empty environment, `.php` and `.phar` alone, of which nginx passes on only the first; a socket of mode 0660) nowhere.
 */
function pool(plan: PoolsPlan, site: NodeSite): IniSection {
  const root = join(plan.hostsFolder, site.hostCode);
  const separate = plan.webGroup !== undefined;
  return {
    name: site.hostCode,
    entries: {
      ...(separate && { user: site.uid, group: site.uid }),
      listen: phpSocketName(site.hostCode),
      ...(separate && { 'listen.owner': 0, 'listen.group': plan.webGroup }),
      ...onDemand,
      'pm.max_children': MAX_CHILDREN,
      'pm.max_requests': MAX_REQUESTS,
      rlimit_files: OPEN_FILES,
      request_terminate_timeout: `${phpLimits(site.php).wallSeconds}s`,
      chdir: join(root, 'wwwroot'),
      ...sealed(root, plan.reportFolder),
      ...owned(site),
    },
  };
}

/** Settings of the interpreter that no host changes; those that guard something are no script's to change either. */
const shared = (databaseSocket: string) => ({
  expose_php: 'Off',
  variables_order: 'GPCS',
  'cgi.fix_pathinfo': 0,
  'mail.add_x_header': 'Off',
  'session.use_strict_mode': 1,
  'session.cookie_httponly': 1,
  realpath_cache_size: '4096K',
  'opcache.memory_consumption': 64,
  'opcache.max_accelerated_files': 16229,
  // The cache is shared by all pools: a script is served only to a uid that may read it, and no pool may list it.
  'opcache.validate_permission': 1,
  'opcache.restrict_api': '/nowhere',
  allow_url_include: 0,
  enable_dl: 0,
  'mysqli.default_socket': databaseSocket,
  'pdo_mysql.default_socket': databaseSocket,
});

export const SHARED_KEYS: ReadonlySet<string> = new Set(Object.keys(shared('')));

const inFile = (setting: PhpSetting) => (typeof setting === 'boolean' ? Number(setting) : setting);

/** Standards of what a host may set, beside what all share; the engine's own extensions are loaded beside it. */
const phpIni = (plan: PoolsPlan): IniSection => ({
  name: 'PHP',
  entries: {
    ...Object.fromEntries([...STANDARD_SETTINGS].map(([key, setting]) => [key, inFile(setting)])),
    ...shared(plan.databaseSocket),
  },
});

/** Hosts with PHP, switched off ones included: opening a site again must not wait for a pool. */
const hasPool = (site: NodeSite): boolean => site.language === 'PHP';

export interface PoolsRendering {
  readonly files: ConfigFiles;
  /** Hosts whose pool could not be written, and why. In `files` they have the pool they had, or none. */
  readonly refused: readonly { readonly site: NodeSite; readonly reason: string }[];
}

type Tried = { readonly text: string } | { readonly unfit: string };

function tryPool(plan: PoolsPlan, site: NodeSite): Tried {
  if (site.unfit !== undefined) return { unfit: site.unfit };
  try {
    return { text: iniSection(pool(plan, site)) };
  } catch (error) {
    if (error instanceof UnsafeValue) return { unfit: error.message };
    throw error;
  }
}

/** All pools of a node. `inForce`: the file in force, for hosts whose new pool is not fit: they keep the one they have. */
export function renderPools(plan: PoolsPlan, inForce = ''): PoolsRendering {
  const pools: string[] = [];
  const refused: { site: NodeSite; reason: string }[] = [];
  for (const site of plan.sites.filter(hasPool)) {
    const rendered = tryPool(plan, site);
    if ('text' in rendered) pools.push(rendered.text);
    else refused.push({ site, reason: rendered.unfit });
  }
  const before = refused.length === 0 ? undefined : iniSections(inForce);
  const kept = refused.flatMap(({ site }) => before?.get(site.hostCode) ?? []);
  const sections = [iniSection(master(plan)), iniSection(idle(plan)), ...pools, ...kept];
  const files = new Map([
    [POOLS_FILE, ini(sections)],
    ['php.ini', ini([iniSection(phpIni(plan))])],
  ]);
  return { files, refused };
}

/** Only what differs from the file in force, for the engine to look at: it has taken each of the others already. */
export function changedPools(files: ConfigFiles, inForce: string): ConfigFiles {
  const before = iniSections(inForce);
  const sections = [...iniSections(files.get(POOLS_FILE) ?? '')];
  const looked = sections.filter(([name, text]) => NEEDED.has(name) || before.get(name) !== text);
  return new Map([...files, [POOLS_FILE, ini(looked.map(([, text]) => text))]]);
}

/** Whether a host has just this pool, or none, in the file in force: php-fpm has taken it already. */
export function isPoolInForce(hostCode: string, files: ConfigFiles, inForce: string): boolean {
  const next = iniSections(files.get(POOLS_FILE) ?? '').get(hostCode);
  return next === iniSections(inForce).get(hostCode);
}
