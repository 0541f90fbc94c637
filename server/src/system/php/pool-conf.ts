import { join } from 'node:path';
import type { ConfigFiles } from '#system/disk/generations';
import { STAGING_NAME } from '#system/site/host-entries';
import { UnsafeValue } from '#system/nginx/conf';
import type { NodeSite } from '#system/site/site';
import { SENDMAIL_OPTIONS } from './sendmail';
import { ini, iniSection, iniSections, type IniSection } from './ini';
import {
  disabledFunctions,
  ownSettings,
  phpLimits,
  phpSettings,
  STANDARD_SETTINGS,
  type PhpSetting,
} from './site-settings';

/** Input of the pools of a node; equal input renders equal text. */
export interface PoolsPlan {
  readonly hostsFolder: string;
  /** Folder of the script that reports PHP's settings. */
  readonly reportFolder: string;
  /** Socket at which a site reaches its database as `localhost`. */
  readonly databaseSocket: string;
  /** What `mail()` starts, before the host's code; undefined: it does not work. */
  readonly sendmail: string | undefined;
  /** False if everything runs under one uid. */
  readonly hasUids: boolean;
  readonly sites: readonly NodeSite[];
}

/** Name of the file that contains the pools. */
export const POOLS_FILE = 'fpm.conf';
export const PHP_INI = 'php.ini';
/** Time for work that scripts do after their reply when their master ends, s. */
export const AFTER_REPLY_SECONDS = 60;
const CHILDREN_MAX = 8;
const IDLE_SECONDS = 20;

/** Replaces a worker after this many requests, because extensions leak memory. */
const REQUESTS_MAX = 1000;
/** Limits per process, for workers and the programs they start. */
const OPEN_FILES = 4096;

/** Name under which a master gets its listening socket, in the folder of its configuration. No file has this name. */
export const listenName = (hostCode: string) => `${hostCode}.sock`;
const MASTER = 'global';
const IDLE = 'sitedeck-idle';
/** php-fpm refuses a file without these sections. */
const NEEDED: ReadonlySet<string> = new Set([MASTER, IDLE]);

const master: IniSection = {
  name: MASTER,
  entries: {
    // It logs to its standard error output instead.
    error_log: '/dev/null',
    daemonize: 'no',
    // A master is only ended after its requests; this time is for work that scripts do after their reply.
    process_control_timeout: `${AFTER_REPLY_SECONDS}s`,
  },
};

const onDemand = { pm: 'ondemand', 'pm.process_idle_timeout': `${IDLE_SECONDS}s` };

/** A pool that takes no requests: php-fpm refuses to start without any. */
const idle = ({ hasUids }: PoolsPlan): IniSection => ({
  name: IDLE,
  entries: {
    ...(hasUids && { user: 65534, group: 65534 }),
    listen: '.idle.sock',
    ...onDemand,
    'pm.max_children': 1,
  },
});

interface SealedFacts extends Pick<PoolsPlan, 'reportFolder' | 'sendmail'> {
  readonly root: string;
  readonly hostCode: string;
}

/** Limits that no script and no `.user.ini` can raise. */
function sealed({ root, hostCode, reportFolder: report, sendmail }: SealedFacts) {
  const [wwwroot, data, temp] = [join(root, 'wwwroot'), join(root, 'data'), join(root, 'tmp')];
  const open = [wwwroot, join(root, STAGING_NAME), data, temp, report];
  return {
    // The closing slash makes each a folder, not a prefix of names.
    'php_admin_value[open_basedir]': open.map((folder) => `${folder}/`).join(':'),
    'php_admin_value[upload_tmp_dir]': join(temp, 'uploads'),
    'php_admin_value[session.save_path]': join(temp, 'sessions'),
    'php_admin_value[sys_temp_dir]': temp,
    'php_admin_value[error_log]': join(root, 'logs/php-error.log'),
    'php_admin_value[sendmail_path]': sendmail && `${sendmail} ${hostCode} ${SENDMAIL_OPTIONS}`,
  };
}

/** php.ini keys that hosts can't change: those of each pool, and those of the interpreter. */
export const SEALED_KEYS: ReadonlySet<string> = new Set(
  Object.keys(sealed({ root: '', hostCode: '', reportFolder: '', sendmail: undefined })).map((key) =>
    key.replace(/^.*\[(.*)\]$/, '$1'),
  ),
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
 * php-fpm reads its file one byte per system call. So settings that all pools share are in php.ini, and
 * php-fpm's defaults (an empty environment; only `.php` and `.phar`, of which nginx passes on only the first) are not
 * repeated.
 */
function pool(plan: PoolsPlan, site: NodeSite): IniSection {
  const root = join(plan.hostsFolder, site.hostCode);
  return {
    name: site.hostCode,
    entries: {
      // Only read by a check, which runs as root: the master itself runs under the host's uid.
      ...(plan.hasUids && { user: site.uid, group: site.uid }),
      listen: listenName(site.hostCode),
      ...onDemand,
      'pm.max_children': CHILDREN_MAX,
      'pm.max_requests': REQUESTS_MAX,
      rlimit_files: OPEN_FILES,
      request_terminate_timeout: `${phpLimits(site.php).wallSeconds}s`,
      chdir: join(root, 'wwwroot'),
      ...sealed({ ...plan, root, hostCode: site.hostCode }),
      ...owned(site),
    },
  };
}

/** How scripts reach the database as `localhost`. */
export const databaseSettings = (socket: string) => ({
  'mysqli.default_socket': socket,
  'pdo_mysql.default_socket': socket,
});

/**
 * Settings of the interpreter that hosts can't change; scripts can't change those that protect something
 * either.
 */
const shared = (databaseSocket: string) => ({
  expose_php: 'Off',
  variables_order: 'GPCS',
  'cgi.fix_pathinfo': 0,
  'mail.add_x_header': 'Off',
  'session.use_strict_mode': 1,
  'session.cookie_httponly': 1,
  // As in production: code with assertions would fail where `assert` is disabled.
  'zend.assertions': -1,
  realpath_cache_size: '4096K',
  'opcache.memory_consumption': 64,
  'opcache.max_accelerated_files': 16229,
  allow_url_include: 0,
  enable_dl: 0,
  ...databaseSettings(databaseSocket),
});

export const SHARED_KEYS: ReadonlySet<string> = new Set(Object.keys(shared('')));

const inFile = (setting: PhpSetting) => (typeof setting === 'boolean' ? Number(setting) : setting);

/**
 * Defaults of the settings that a host may change, next to the shared ones. The engine's own extensions are
 * loaded too.
 */
const phpIni = (plan: PoolsPlan): IniSection => ({
  name: 'PHP',
  entries: {
    ...Object.fromEntries([...STANDARD_SETTINGS].map(([key, setting]) => [key, inFile(setting)])),
    ...shared(plan.databaseSocket),
  },
});

const hasPool = (site: NodeSite): boolean => site.language === 'PHP';

export interface PoolsRendering {
  readonly files: ConfigFiles;
  /** Hosts whose pool could not be written, and why. `files` contains their previous pool, or none. */
  readonly refused: readonly { readonly site: NodeSite; readonly reason: string }[];
}

type PoolAttempt = { readonly text: string } | { readonly unfit: string };

function tryPool(plan: PoolsPlan, site: NodeSite): PoolAttempt {
  if (site.unfit !== undefined) return { unfit: site.unfit };
  try {
    return { text: iniSection(pool(plan, site)) };
  } catch (error) {
    if (error instanceof UnsafeValue) return { unfit: error.message };
    throw error;
  }
}

/**
 * All pools of a node. `inForce`: the live file, from which hosts with an invalid new pool keep their
 * previous one.
 */
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
  const sections = [iniSection(master), iniSection(idle(plan)), ...pools, ...kept];
  const files = new Map([
    [POOLS_FILE, ini(sections)],
    [PHP_INI, ini([iniSection(phpIni(plan))])],
  ]);
  return { files, refused };
}

/**
 * Only the pools that differ from the live file, for php-fpm to check: it has already accepted the others.
 */
export function changedPools(files: ConfigFiles, inForce: string): ConfigFiles {
  const before = iniSections(inForce);
  const sections = [...iniSections(files.get(POOLS_FILE) ?? '')];
  const looked = sections.filter(([name, text]) => NEEDED.has(name) || before.get(name) !== text);
  return new Map([...files, [POOLS_FILE, ini(looked.map(([, text]) => text))]]);
}

/**
 * Whether the live file contains exactly this pool of a host, or none: then php-fpm has already accepted it.
 */
export function isPoolInForce(hostCode: string, files: ConfigFiles, inForce: string): boolean {
  const next = iniSections(files.get(POOLS_FILE) ?? '').get(hostCode);
  return next === iniSections(inForce).get(hostCode);
}

/** The configuration of one host's php-fpm. */
export interface PoolFile {
  /** Host code. */
  readonly name: string;
  /** Undefined if everything runs under one uid. */
  readonly uid: number | undefined;
  readonly conf: string;
}

const USER = /^user = (\d+)$/m;

/** Splits a live file, as `renderPools` writes it, into a file per host. */
export function poolFiles(pools: string): readonly PoolFile[] {
  const sections = iniSections(pools);
  return [...sections]
    .filter(([name]) => !NEEDED.has(name))
    .map(([name, pool]) => {
      const uid = USER.exec(pool)?.[1];
      return {
        name,
        uid: uid === undefined ? undefined : Number(uid),
        conf: ini([sections.get(MASTER) ?? '', pool]),
      };
    });
}
