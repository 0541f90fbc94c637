import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from '#system/process/exec';
import type { Engines } from '#system/engines/engines';
import { TOOL_UID, WEB_GID, type Isolation } from '#system/process/identity';
import { ini, iniSection, type IniSection } from '#system/php/ini';
import type { PhpEngine } from '#system/php/engine';
import type { Paths } from '#system/settings/paths';
import type { AdminTool } from './engine';

/** The admin tool's own php-fpm, under a uid that owns no other files. */
export interface ToolPool {
  readonly php: PhpEngine;
  readonly tool: AdminTool;
  readonly places: Paths;
  /** Copy of the build: holds `admin-tool/`. */
  readonly bundle: string;
}

interface ToolPoolParts {
  readonly isolation: Isolation;
  readonly engines: Engines;
  readonly places: Paths;
  readonly bundle: string;
}

/** Finds what the admin tool needs; undefined if a part is missing: then the console offers no link to it. */
export function findToolPool({ isolation, engines, places, bundle }: ToolPoolParts): ToolPool | undefined {
  const { nginx, php, adminTool } = engines;
  // Without root, no uid separates the tool from files that it must not read.
  if (isolation.is === 'single' || !nginx || !php || !adminTool) return undefined;
  return { php, tool: adminTool, places, bundle };
}

const CHILDREN_MAX = 8;
const IDLE_SECONDS = 20;
/** Time limit of a statement, s: browsers give up on a page that takes longer. */
const LONGEST_SECONDS = 300;

/** Functions that start programs or connect to other machines; the tool needs none of them. */
const FORBIDDEN = [
  'exec',
  'shell_exec',
  'system',
  'passthru',
  'popen',
  'proc_open',
  'pcntl_exec',
  'pcntl_fork',
  'mail',
  'fsockopen',
  'pfsockopen',
  'stream_socket_client',
  'stream_socket_server',
  'socket_create',
  'curl_init',
  'dl',
  'putenv',
  'symlink',
  'link',
];

const master = ({ places }: ToolPool): IniSection => ({
  name: 'global',
  entries: {
    pid: places.tool.pidFile,
    error_log: join(places.logs, 'admin-tool.log'),
    daemonize: 'no',
    process_control_timeout: '5s',
  },
});

function pool({ places, tool, bundle }: ToolPool): IniSection {
  const open = [dirname(tool.file), join(bundle, 'admin-tool'), places.tool.own, places.tool.tickets];
  return {
    name: 'admin-tool',
    entries: {
      user: TOOL_UID,
      group: TOOL_UID,
      listen: places.tool.socket,
      'listen.owner': 0,
      'listen.group': WEB_GID,
      'listen.mode': '0660',
      pm: 'ondemand',
      'pm.process_idle_timeout': `${IDLE_SECONDS}s`,
      'pm.max_children': CHILDREN_MAX,
      'pm.max_requests': 500,
      request_terminate_timeout: `${LONGEST_SECONDS}s`,
      clear_env: 'yes',
      'security.limit_extensions': '.php',
      catch_workers_output: 'no',
      'php_admin_value[open_basedir]': open.map((folder) => `${folder}/`).join(':'),
      'php_admin_value[session.save_path]': join(places.tool.own, 'sessions'),
      'php_admin_value[upload_tmp_dir]': join(places.tool.own, 'tmp'),
      'php_admin_value[sys_temp_dir]': join(places.tool.own, 'tmp'),
      'php_admin_value[disable_functions]': FORBIDDEN.join(','),
      'php_admin_flag[allow_url_fopen]': 'off',
      'php_admin_flag[allow_url_include]': 'off',
      'php_admin_flag[display_errors]': 'off',
    },
  };
}

const PHP_INI: IniSection = {
  name: 'PHP',
  entries: {
    expose_php: 'Off',
    variables_order: 'GPCS',
    'cgi.fix_pathinfo': 0,
    memory_limit: '256M',
    upload_max_filesize: '64M',
    post_max_size: '64M',
    max_input_vars: 10000,
    max_execution_time: LONGEST_SECONDS,
    // The client never sends local files, even if a server asks for them.
    'mysqli.allow_local_infile': 'Off',
    'session.use_strict_mode': 1,
    'session.use_only_cookies': 1,
    'session.gc_maxlifetime': 43_200,
    'session.gc_probability': 1,
    'session.gc_divisor': 100,
  },
};

async function writeAtomically(file: string, text: string): Promise<void> {
  const next = `${file}.next`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, file);
}

/** Writes the configuration of the pool; called before each start. */
export async function writeToolPool(plan: ToolPool): Promise<void> {
  const { folder } = plan.places.tool;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomically(join(folder, 'fpm.conf'), ini([iniSection(master(plan)), iniSection(pool(plan))]));
  await writeAtomically(join(folder, 'php.ini'), ini([iniSection(PHP_INI)]));
}

export const toolPoolCommand = ({ php, places }: ToolPool): Command => ({
  file: php.file,
  args: ['-F', '-y', join(places.tool.folder, 'fpm.conf'), '-c', join(places.tool.folder, 'php.ini')],
});
