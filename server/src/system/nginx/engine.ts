import { findProgram, run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';

export interface NginxEngine {
  readonly file: string;
  readonly version: string;
  /** Full paths of the brotli modules that are installed. */
  readonly modules: readonly string[];
  /** The engine's own map of media types. */
  readonly mimeTypes: string;
}

const MODULE_FOLDERS = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/local/nginx/modules'];
const BROTLI = ['ngx_http_brotli_filter_module.so', 'ngx_http_brotli_static_module.so'];
const MIME_TYPES = [
  '/etc/nginx/mime.types',
  '/usr/local/nginx/conf/mime.types',
  '/usr/local/etc/nginx/mime.types',
];

async function existing(files: readonly string[]): Promise<string[]> {
  const exist = await Promise.all(files.map(pathExists));
  return files.filter((_, index) => exist[index]);
}

/** Finds the nginx of this machine; undefined if there is none. */
export async function findNginx(): Promise<NginxEngine | undefined> {
  const file = await findProgram('nginx');
  const [mimeTypes] = await existing(MIME_TYPES);
  if (file === undefined || mimeTypes === undefined) return undefined;
  const output = await run({ file, args: ['-v'] });
  const version = /nginx\/(\S+)/.exec(output.stderr)?.[1];
  if (version === undefined) return undefined;
  const modules = await existing(
    MODULE_FOLDERS.flatMap((folder) => BROTLI.map((name) => `${folder}/${name}`)),
  );
  return { file, version, modules, mimeTypes };
}
