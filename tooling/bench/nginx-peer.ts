import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../e2e/src/ports';
import { endingWithBench } from './ends-with-bench';

export interface NginxPeer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a bare nginx. @param scratch folder for its own files @param content directives of its server block */
export async function nginxPeer(scratch: string, content: string): Promise<NginxPeer> {
  const [port = 0] = await freePorts(1);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${scratch}/${name};`)
    .join(' ');
  const server = `server { listen 127.0.0.1:${port}; ${content} }`;
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const conf = `${user} pid ${scratch}/pid; worker_processes auto; events {} http { sendfile on; access_log off; ${temp} ${server} }`;
  await writeFile(join(scratch, 'nginx.conf'), conf);
  const args = ['-e', join(scratch, 'error.log'), '-p', scratch, '-c', join(scratch, 'nginx.conf')];
  const master = spawn(...endingWithBench('nginx', [...args, '-g', 'daemon off;']), {
    stdio: 'ignore',
    detached: true,
  });
  const gone = once(master, 'exit');
  for (let tries = 0; tries < 100 && !(await replies(port)); tries += 1) await sleep(50);
  return {
    port,
    pid: master.pid ?? 0,
    stop: async () => {
      master.kill('SIGTERM');
      await gone;
    },
  };
}

const replies = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
