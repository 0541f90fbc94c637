import { join } from 'node:path';
import type { ConfigFiles } from '../generations';
import type { NodeSite } from '../site';
import { ini, iniSection, iniSections, UnfitValue, type IniSection } from './ini';

/** What the pools of a node are made of; equal input renders equal text. */
export interface PoolsPlan {
  readonly hostsFolder: string;
  readonly errorLog: string;
  readonly pidFile: string;
  readonly socket: (site: NodeSite) => string;
  /** A pool nobody can reach: php-fpm refuses to start without one. */
  readonly idleSocket: string;
  /** Group that may connect (nginx's workers); undefined where everything runs under one uid. */
  readonly webGroup: number | undefined;
  readonly sites: readonly NodeSite[];
}

/** Functions a tenant has no use for (specification, section 5: the default list). */
const DISABLED_FUNCTIONS = ['chown', 'fsockopen', 'assert'];
/** Name of the file that holds the pools. */
export const POOLS_FILE = 'fpm.conf';
const MAX_CHILDREN = 8;
const IDLE_SECONDS = 20;

/** Recycles a worker now and then: extensions leak. */
const MAX_REQUESTS = 1000;

const master = (plan: PoolsPlan): IniSection => ({
  name: 'global',
  entries: {
    pid: plan.pidFile,
    error_log: plan.errorLog,
    daemonize: 'no',
    // A reload waits this long for requests under way; their successors are queued meanwhile.
    process_control_timeout: '10s',
  },
});

const onDemand = { pm: 'ondemand', 'pm.process_idle_timeout': `${IDLE_SECONDS}s` };

const idle = (plan: PoolsPlan): IniSection => ({
  name: 'sitedeck-idle',
  entries: {
    ...(plan.webGroup !== undefined && { user: 65534, group: 65534 }),
    listen: plan.idleSocket,
    'listen.mode': '0600',
    ...onDemand,
    'pm.max_children': 1,
  },
});

/** Limits no script and no `.user.ini` can lift. */
function sealed(root: string): IniSection['entries'] {
  const [wwwroot, data, temp] = [join(root, 'wwwroot'), join(root, 'data'), join(root, 'tmp')];
  return {
    // The closing slash makes each a folder, not a prefix of names.
    'php_admin_value[open_basedir]': [wwwroot, data, temp].map((folder) => `${folder}/`).join(':'),
    'php_admin_value[upload_tmp_dir]': join(temp, 'uploads'),
    'php_admin_value[session.save_path]': join(temp, 'sessions'),
    'php_admin_value[sys_temp_dir]': temp,
    'php_admin_value[error_log]': join(root, 'logs/php-error.log'),
    'php_admin_flag[log_errors]': 'on',
    'php_admin_value[disable_functions]': DISABLED_FUNCTIONS.join(','),
    'php_admin_flag[allow_url_include]': 'off',
    'php_admin_flag[enable_dl]': 'off',
    // The cache is shared by all pools: a script is served only to a uid that may read it, and nobody lists it.
    'php_admin_flag[opcache.validate_permission]': 'on',
    'php_admin_value[opcache.restrict_api]': '/nowhere',
  };
}

function pool(plan: PoolsPlan, site: NodeSite): IniSection {
  const root = join(plan.hostsFolder, site.hostCode);
  const separate = plan.webGroup !== undefined;
  return {
    name: site.hostCode,
    entries: {
      ...(separate && { user: site.uid, group: site.uid }),
      listen: plan.socket(site),
      ...(separate && { 'listen.owner': 0, 'listen.group': plan.webGroup }),
      'listen.mode': '0660',
      ...onDemand,
      'pm.max_children': MAX_CHILDREN,
      'pm.max_requests': MAX_REQUESTS,
      request_terminate_timeout: '300s',
      clear_env: 'yes',
      chdir: join(root, 'wwwroot'),
      'security.limit_extensions': '.php',
      catch_workers_output: 'no',
      ...sealed(root),
      'php_value[upload_max_filesize]': '64M',
      'php_value[post_max_size]': '128M',
      'php_value[memory_limit]': '128M',
      'php_value[max_execution_time]': 120,
      'php_flag[display_errors]': 'off',
    },
  };
}

/** Settings of the interpreter that all hosts share; the engine's own extensions are loaded beside it. */
const phpIni: IniSection = {
  name: 'PHP',
  entries: {
    expose_php: 'Off',
    error_reporting: 22527,
    variables_order: 'GPCS',
    'cgi.fix_pathinfo': 0,
    'mail.add_x_header': 'Off',
    'session.use_strict_mode': 1,
    'session.cookie_httponly': 1,
    realpath_cache_size: '4096K',
    'opcache.memory_consumption': 64,
    'opcache.max_accelerated_files': 16229,
    'opcache.validate_permission': 1,
  },
};

/** Hosts with PHP, switched off ones included: opening a site again must not wait for a pool. */
const hasPool = (site: NodeSite): boolean => site.language === 'PHP';

export interface PoolsRendering {
  readonly files: ConfigFiles;
  /** Hosts whose pool could not be written, and why. In `files` they have the pool they had, or none. */
  readonly refused: readonly { readonly site: NodeSite; readonly reason: string }[];
}

function tryPool(plan: PoolsPlan, site: NodeSite): string | UnfitValue {
  try {
    return iniSection(pool(plan, site));
  } catch (error) {
    if (error instanceof UnfitValue) return error;
    throw error;
  }
}

/** All pools of a node. `inForce`: the file in force, for hosts whose new pool is not fit: they keep the one they have. */
export function renderPools(plan: PoolsPlan, inForce = ''): PoolsRendering {
  const pools: string[] = [];
  const refused: { site: NodeSite; reason: string }[] = [];
  for (const site of plan.sites.filter(hasPool)) {
    const rendered = tryPool(plan, site);
    if (typeof rendered === 'string') pools.push(rendered);
    else refused.push({ site, reason: rendered.message });
  }
  const before = refused.length === 0 ? undefined : iniSections(inForce);
  const kept = refused.flatMap(({ site }) => before?.get(site.hostCode) ?? []);
  const sections = [iniSection(master(plan)), iniSection(idle(plan)), ...pools, ...kept];
  const files = new Map([
    [POOLS_FILE, ini(sections)],
    ['php.ini', ini([iniSection(phpIni)])],
  ]);
  return { files, refused };
}
