import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { makeApp } from '#api/http/listeners/app';
import { listenOnSocket } from '#api/http/listeners/listen';
import { serveToolGate } from '#api/http/tool-gate';
import { makeOwnerOf } from '#system/callers/socket-owners';
import { makeTenantCheck } from '#system/callers/tenant-check';
import { toolPoolCommand, findToolPool, writeToolPool } from '#system/admin-tool/pool';
import { findEngines } from '#system/engines/engines';
import { killGroup, start } from '#system/process/exec';
import { prepareData, prepareRun } from '#supervisor/folders';
import { pathExists } from '#system/disk/exists';
import { isolationHere, type UidRange } from '#system/process/identity';
import { conf } from '#system/nginx/conf';
import { toolServers } from '#system/nginx/front/front-tool';
import { instanceOf, serveCommand } from '#system/nginx/instance';
import { publishNginx } from '#system/nginx/publish';
import { servedGeneration } from '#system/nginx/reload';
import { skeletonConf } from '#system/nginx/skeleton';
import { hasIpv6 } from '#system/settings/addresses';
import { pathsOf, type Paths } from '#system/settings/paths';
import { freePort } from './free-port';

export interface ToolReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The session's cookie; PHP sets it twice, first with an id that is given up. */
export function cookieOf({ headers }: ToolReply): string {
  const set = headers['set-cookie']?.filter((line) => line.startsWith('adminer_sid=')) ?? [];
  return set.at(-1)?.split(';')[0] ?? '';
}

export interface ToolRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const SCRIPTS = join(import.meta.dirname, '..');
const READY_MS = 120_000;

/** The part of the API that the front door asks. */
async function serveGate(socket: string, hostUids: UidRange): Promise<FastifyInstance> {
  const app = makeApp('console');
  const tenants = {
    hostUids,
    isolation: isolationHere(),
    cages: 'on' as const,
    ownerOf: makeOwnerOf(),
    log: pino({ level: 'silent' }),
  };
  serveToolGate(app, makeTenantCheck(tenants, 'admin tool'));
  await listenOnSocket(app, socket);
  return app;
}

interface RunningParts {
  readonly api: FastifyInstance;
  readonly programs: readonly ChildProcess[];
}

/** The admin tool on its own server: real nginx, real php-fpm, real Adminer. */
export class AdminToolServer {
  private constructor(
    readonly places: Paths,
    readonly port: number,
    private readonly running: RunningParts,
  ) {}

  /** @param hostUids uids of hosts, whose programs it refuses */
  static async make(hostUids: UidRange = { first: 20_001, last: 59_999 }): Promise<AdminToolServer> {
    const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-tool-'));
    await chmod(scratch, 0o755);
    const isolation = isolationHere();
    const places = pathsOf(join(scratch, 'data'), isolation);
    await prepareData(places, isolation);
    await prepareRun(places, isolation, 'nginx');
    const [engines, port] = [await findEngines(), await freePort()];
    const pool = findToolPool({ isolation, engines, places, bundle: SCRIPTS });
    const { nginx } = engines;
    if (!pool || !nginx) throw new Error('nginx, PHP or Adminer is not installed');
    await writeToolPool(pool);
    const instance = instanceOf(places, 'front');
    const server = {
      listen: (hasIpv6() ? ['0.0.0.0', '[::]'] : ['0.0.0.0']).map((address) => `${address}:${port}`),
      name: 'tools.localhost',
      secure: false,
      socket: places.tool.socket,
      scripts: join(SCRIPTS, 'admin-tool'),
      adminer: pool.tool.file,
      tickets: places.tool.tickets,
      apiSocket: places.apiSocket,
    };
    // As of an operator whose proxy is on this machine.
    const http = [
      conf`set_real_ip_from 127.0.0.0/8;
  real_ip_header X-Forwarded-For;`,
      toolServers(server, undefined),
    ];
    const text = skeletonConf({ engine: nginx, instance, workerUser: 'www-data', http }).text;
    await publishNginx(nginx, instance, { files: new Map([['nginx.conf', text]]) });
    const api = await serveGate(places.apiSocket, hostUids);
    const programs = [toolPoolCommand(pool), serveCommand(nginx, instance)].map((command) =>
      start(command, { stdio: 'ignore' }),
    );
    const tool = new AdminToolServer(places, port, { api, programs });
    const deadline = Date.now() + READY_MS;
    while (!(await pathExists(places.tool.socket)) || (await servedGeneration(instance)) === undefined) {
      if (Date.now() > deadline) throw new Error('the tool did not come up');
      await sleep(50);
    }
    return tool;
  }

  async stopApi(): Promise<void> {
    await this.running.api.close();
  }

  request(path: string, { method = 'GET', headers = {}, body = '' }: ToolRequest = {}): Promise<ToolReply> {
    return new Promise((resolve, reject) => {
      const given = {
        host: 'tools.localhost',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      };
      const to = { host: '127.0.0.1', port: this.port, path, method, headers: given, agent: false };
      const asking = request(to, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }));
        reply.on('error', reject);
      });
      asking.on('error', reject);
      asking.end(body);
    });
  }

  /** The cookie of a visitor with a ticket. */
  async enter(ticket: string): Promise<string> {
    return cookieOf(await this.request(`/enter/${ticket}`));
  }

  async close(): Promise<void> {
    for (const child of this.running.programs) {
      if (child.exitCode !== null) continue;
      const gone = once(child, 'exit');
      killGroup(child.pid, 'SIGKILL');
      await gone;
    }
    await this.stopApi();
    await rm(this.places.run, { recursive: true, force: true });
    await rm(dirname(this.places.data), { recursive: true, force: true });
  }
}
