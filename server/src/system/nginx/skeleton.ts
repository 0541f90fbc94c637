import { cpus } from 'node:os';
import { join } from 'node:path';
import { conf, confWhen, type Conf } from './conf';
import type { NginxEngine } from './engine';
import type { Instance } from './instance';

/** Configuration around the servers, the same for both nginx instances. */
export interface Skeleton {
  readonly engine: NginxEngine;
  readonly instance: Instance;
  /** The user of the workers; undefined if everything runs under one uid. */
  readonly workerUser: string | undefined;
  readonly http: readonly Conf[];
}

/** Maximum number of workers, one per core: each costs memory, and one fills a network link. */
const WORKERS_MAX = 8;

const temporary = (folder: string): Conf =>
  conf`client_body_temp_path ${join(folder, 'body')};
  proxy_temp_path ${join(folder, 'proxy')};
  fastcgi_temp_path ${join(folder, 'fastcgi')};
  uwsgi_temp_path ${join(folder, 'uwsgi')};
  scgi_temp_path ${join(folder, 'scgi')};`;

export const COMPRESSED = [
  'text/css',
  'text/plain',
  'text/xml',
  'application/javascript',
  'application/json',
  'application/manifest+json',
  'application/wasm',
  'application/xml',
  'image/svg+xml',
  'text/javascript',
];

const compression = (engine: NginxEngine): Conf =>
  conf`gzip on;
  gzip_comp_level 4;
  gzip_min_length 1024;
  gzip_vary on;
  gzip_types ${COMPRESSED};
  ${confWhen(
    hasModule(engine, 'brotli_filter'),
    conf`brotli on;
  brotli_comp_level 4;
  brotli_min_length 1024;
  brotli_types ${COMPRESSED};`,
  )}`;

export const hasModule = (engine: NginxEngine, part: string): boolean =>
  engine.modules.some((file) => file.includes(part));

export function skeletonConf({ engine, instance, workerUser, http }: Skeleton): Conf {
  return conf`# Written by SiteDeck. Changes here are lost at the next reload.
${engine.modules.map((file) => conf`load_module ${file};`)}
${workerUser === undefined ? conf`` : conf`user ${workerUser};`}
worker_processes ${Math.min(cpus().length, WORKERS_MAX)};
worker_rlimit_nofile 65536;
worker_shutdown_timeout 600s;
error_log ${instance.errorLog} warn;
events { worker_connections 4096; }
http {
  include ${engine.mimeTypes};
  default_type application/octet-stream;
  ${temporary(instance.temp)}
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  client_header_timeout 20s;
  types_hash_max_size 4096;
  server_names_hash_max_size 16384;
  server_names_hash_bucket_size 256;
  variables_hash_max_size 8192;
  access_log off;
  ${compression(engine)}
  include generation.conf;
  ${http}
}
`;
}

/** Reports, on a private socket, which generation the workers serve. */
export function generationConf(instance: Instance, id: string): Conf {
  return conf`server {
  listen ${`unix:${instance.statusSocket}`};
  location = /generation { default_type text/plain; return 200 ${id}; }
}
`;
}
