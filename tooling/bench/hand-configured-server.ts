import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../e2e/src/ports';
import { findNginx } from '../../server/src/system/nginx/engine';
import { findPhp } from '../../server/src/system/php/engine';
import { endingWithBench } from './ends-with-bench';
import { scratchFolder } from './started';

export interface WebServer {
  readonly port: number;
  readonly name: string;
  /** The masters; the workers are their children. */
  readonly pids: readonly number[];
}

export interface HandConfiguredServer extends WebServer {
  stop(): Promise<void>;
}

interface ServedSite {
  readonly root: string;
  readonly name: string;
  /** User that PHP runs as. */
  readonly uid: number;
}

const isRoot = process.getuid?.() === 0;

/** Configuration as the owner of one site would write it: a log, compression, types, redirects, a rule, PHP. */
const nginxConf = (
  { root, name }: ServedSite,
  folder: string,
  parts: { port: number; types: string },
): string =>
  `${isRoot ? 'user www-data;' : ''}
worker_processes ${Math.min(cpus().length, 8)};
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  include ${parts.types};
  default_type application/octet-stream;
  sendfile on;
  tcp_nopush on;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join('\n  ')}
  access_log ${folder}/access.log combined;
  server {
    listen 127.0.0.1:${parts.port};
    server_name ${name};
    root ${root};
    index index.html index.php;
    include ${parts.types};
    types { text/x-bench bench; }
    location = /old { return 301 /new; }
    location = /older { return 301 /new; }
    location = /oldest { return 301 /new; }
    if (!-e $request_filename) { rewrite ^/(.*)$ /index.php?q=$1 last; }
    location / { try_files $uri $uri/ =404; }
    location ~ \\.php$ {
      try_files $uri =404;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass unix:${folder}/php.sock;
    }
  }
}
`;

/** Sets the time zone that our sites have by default, so that both sides read the same zone file. */
const fpmConf = (uid: number, folder: string): string =>
  `[global]
pid = ${folder}/php.pid
error_log = ${folder}/php.log
[site]
${isRoot ? `user = ${uid}\ngroup = ${uid}\nlisten.owner = www-data\nlisten.group = www-data` : ''}
listen = ${folder}/php.sock
pm = ondemand
pm.max_children = 8
pm.max_requests = 1000
php_admin_value[date.timezone] = Asia/Shanghai
`;

async function replies(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await fetch(`http://127.0.0.1:${port}/index.php`).catch(() => undefined);
    if (found?.status === 200) return;
    await sleep(50);
  }
  throw new Error('the web server by hand does not answer');
}

/**
 * Starts this machine's engines with a configuration by hand on the same files, each in its own session, as ours are.
 */
export async function startHandConfigured(served: ServedSite): Promise<HandConfiguredServer> {
  const [nginx, php, [port = 0]] = await Promise.all([findNginx(), findPhp(), freePorts(1)]);
  if (!nginx || !php) throw new Error('nginx or php-fpm is not installed');
  const scratch = await scratchFolder();
  const folder = scratch.path;
  writeFileSync(join(folder, 'nginx.conf'), nginxConf(served, folder, { port, types: nginx.mimeTypes }));
  writeFileSync(join(folder, 'fpm.conf'), fpmConf(served.uid, folder));
  const options = { stdio: 'ignore', detached: true } as const;
  const children: readonly ChildProcess[] = [
    spawn(...endingWithBench(php.file, ['-F', '-y', join(folder, 'fpm.conf')]), options),
    spawn(
      ...endingWithBench(nginx.file, [
        ...['-e', `${folder}/error.log`, '-p', folder, '-c', `${folder}/nginx.conf`, '-g', 'daemon off;'],
      ]),
      options,
    ),
  ];
  const end = () => children.forEach((child) => child.kill('SIGTERM'));
  const stop = async () => {
    const gone = children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'));
    end();
    await Promise.all(gone);
    await scratch.remove();
  };
  try {
    await replies(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, name: served.name, pids: children.map(({ pid }) => pid ?? 0), stop };
}
