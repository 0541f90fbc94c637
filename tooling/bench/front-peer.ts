import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endingWithBench } from './ends-with-bench';
import { onFreePorts } from './free-listeners';
import type { Target } from './load';
import { commandLineOf, treeOf } from './processes';
import { scratchFolder } from './started';
import type { Visitor } from './visitor';

/** Address and processes of a running server. */
export interface Server {
  readonly at: Target['at'];
  readonly pids: readonly number[];
}

/** SiteDeck or its peer: alone on its socket, and behind nginx. */
export interface Side {
  readonly direct: Server;
  readonly behindNginx: Server;
}

const confFolder = ({ data }: Visitor) => join(data, 'nginx/front/current');

function processOf(visitor: Visitor, words: string): number {
  const pid = treeOf(visitor.pid).find((candidate) => commandLineOf(candidate).includes(words));
  if (pid === undefined) throw new Error(`no process ${words}`);
  return pid;
}

export interface OwnSide extends Side {
  readonly socket: string;
}

/** The API and the nginx in front of it; no other process takes part in a call. */
export async function ownSide(visitor: Visitor): Promise<OwnSide> {
  const conf = await readFile(join(confFolder(visitor), 'nginx.conf'), 'utf8');
  const socket = /server unix:(\S+);/.exec(conf)?.[1];
  if (socket === undefined) throw new Error('the front door is not nginx');
  const api = processOf(visitor, '/api.mjs');
  const nginx = processOf(visitor, '/nginx/front ');
  return {
    socket,
    direct: { at: { path: socket }, pids: [api] },
    behindNginx: { at: { port: visitor.port }, pids: [api, nginx] },
  };
}

/** A request and the expected status. */
export type SampleRequest = Omit<Target, 'at'>;

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that node:http adds by itself. */
const ADDED: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

function replyOf(socketPath: string, { path, headers, status }: SampleRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path, headers: { ...headers } }, (reply) => {
      let body = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (body += chunk));
      reply.on('end', () => {
        if (reply.statusCode !== status) {
          reject(new Error(`${path}: ${reply.statusCode} ${body}`));
          return;
        }
        const kept = Object.entries(reply.headers).filter(([name]) => !ADDED.has(name));
        resolve({
          status,
          body,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        });
      });
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** The product's own nginx configuration with the peer's addresses and folders. @returns the console's port in it */
async function sameNginx(
  visitor: Visitor,
  folder: string,
  sockets: { readonly own: string; readonly peer: string },
): Promise<number> {
  const original = await readFile(join(confFolder(visitor), 'nginx.conf'), 'utf8');
  const { conf, ports } = await onFreePorts(original);
  const own = conf
    .replaceAll(`unix:${sockets.own}`, `unix:${sockets.peer}`)
    .replace('include generation.conf;', '')
    .replaceAll(/(?<= )\S+\/nginx\/front\/temp\//g, `${folder}/`)
    .replaceAll(`${visitor.data}/logs`, folder);
  await writeFile(join(folder, 'nginx.conf'), own);
  return ports.get(visitor.port) ?? 0;
}

export interface Peer extends Side {
  stop(): Promise<void>;
}

/**
 * Starts a bare node:http server that gives the API's reply, alone and behind the same nginx configuration. Each
 * process runs in its own session, as the product's parts do: Linux shares a busy machine out by sessions, and
 * otherwise the peer would share the client's.
 */
export async function peerSide(
  visitor: Visitor,
  { asked: request, own }: { readonly asked: SampleRequest; readonly own: OwnSide },
): Promise<Peer> {
  const scratch = await scratchFolder();
  const folder = scratch.path;
  await mkdir(join(folder, 'logs'));
  await chmod(folder, 0o755);
  const socket = join(folder, 'bare.sock');
  const reply = JSON.stringify(await replyOf(own.socket, request));
  const script = join(import.meta.dirname, 'bare-server.ts');
  const bare = spawn(...endingWithBench(process.execPath, ['--import', 'tsx', script, socket, reply]), {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await once(bare.stdout, 'data');
  const port = await sameNginx(visitor, folder, { own: own.socket, peer: socket });
  const [, program = 'nginx'] = / (\S*nginx) -e /.exec(commandLineOf(own.behindNginx.pids[1] ?? 0)) ?? [];
  const only = `daemon off; pid "${folder}/nginx.pid";`;
  const args = ['-e', `${folder}/error.log`, '-p', folder, '-c', `${folder}/nginx.conf`, '-g', only];
  const nginx = spawn(...endingWithBench(program, args), { stdio: 'inherit', detached: true });
  const end = () => {
    nginx.kill();
    bare.kill();
  };
  await replies(port);
  const [server = 0, front = 0] = [bare.pid, nginx.pid];
  return {
    direct: { at: { path: socket }, pids: [server] },
    behindNginx: { at: { port }, pids: [server, front] },
    stop: async () => {
      const gone = [bare, nginx].map((child) => once(child, 'exit'));
      end();
      await Promise.all(gone);
      await scratch.remove();
    },
  };
}

/** Any reply will do: the peer gives the same one to every request. */
async function replies(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status < 500,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error('the nginx before the peer does not answer');
}
