import type {
  BackupPoint,
  CallReply,
  listBackups,
  LogRecord,
  Need,
  ServiceStatus,
  ShareInUse,
  UsedSpace,
  VhostInfo,
} from '@sitedeck/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostInfo } from './samples';

/** State of the stub's host; calls that change it write here. */
export interface SiteState {
  status: ServiceStatus;
  ftp: VhostInfo['ftp'];
  database: VhostInfo['database'];
  used: UsedSpace;
  share: ShareInUse;
  needs: readonly Need[];
  records: readonly LogRecord[];
  backups: CallReply<typeof listBackups>;
}

export interface HomeServer {
  readonly url: string;
  readonly site: SiteState;
  /** Requested paths so far, each with its body. */
  readonly requests: readonly string[];
  /** Refusals by path, as `code message`. */
  readonly refusals: Map<string, string>;
  /** Paths whose replies wait for `release`. */
  readonly held: Set<string>;
  release: () => void;
  close: () => Promise<void>;
}

export const newSite = (): SiteState => ({
  status: 'NORMAL',
  ftp: {
    host: 'ftp.example.com',
    port: 2121,
    user: 'shop',
    enabled: true,
    writable: true,
    served: true,
    tls: 'required',
    canBeReadOnly: true,
  },
  database: { name: 'u_vh10001', user: 'u_vh10001', address: '127.0.0.1:3307' },
  used: {
    disk: { used: 6_657_199_309, quota: 10_737_418_240, files: 1234, measuredAt: '2026-11-21T00:00:00.000Z' },
    traffic: { used: 89_228_000_000, quota: 107_374_182_400, since: '2026-11-01T00:00:00.000Z' },
  },
  share: {},
  needs: [],
  records: [],
  backups: {
    engine: { is: 'present', version: '0.14.0' },
    points: [],
    usedBytes: null,
    savedBytes: 0,
    damaged: false,
    checkedAt: null,
  },
});

export const backupPoint = (more: Partial<BackupPoint> = {}): BackupPoint => ({
  id: 1,
  kind: 'both',
  reason: 'schedule',
  note: '',
  createdAt: new Date(2026, 10, 21, 3, 0).toISOString(),
  bytes: 1_048_576,
  files: 10,
  databaseBytes: 1_048_576,
  addedBytes: 0,
  missed: 0,
  kept: false,
  verified: null,
  expiresAt: null,
  undoes: null,
  before: null,
  taskId: null,
  copies: [],
  isLast: true,
  ...more,
});

const READS: Readonly<Record<string, (site: SiteState) => unknown>> = {
  '/api/vhost/info': ({ status, ftp, database }): VhostInfo => ({
    serviceStatus: status,
    createdAt: '2026-01-02T03:04:05.000Z',
    engineVersion: '8.2.24',
    testUrl: 'http://vh10001.localhost:8081/',
    domains: [],
    serverAddresses: ['203.0.113.24'],
    ftp,
    database,
    verify: { password: true, token: false },
  }),
  '/api/database/secret': () => ({ password: 'pa55word-of-db' }),
  '/api/database/mysql/admin/adminer?theme=light': () => ({ url: 'http://tools.localhost/enter/4711' }),
  '/api/backup/points': ({ backups }) => backups,
  '/api/vhost/usedSpace': ({ used }) => used,
  '/api/vhost/share': ({ share }) => share,
  '/api/vhost/needs': ({ needs }) => ({ needs, checkedAt: new Date(2026, 10, 21, 8, 15).toISOString() }),
  '/api/vhost/visits': () => ({ slots: [], countedTo: null }),
  '/api/log/queryPage/1/5': ({ records }) => ({ records, total: records.length, pages: 1 }),
  '/api/refreshHostInfo': ({ status }) => {
    const host = hostInfo();
    return { ...host, hostService: { ...host.hostService, serviceStatus: { value: status } } };
  },
};

const setStatus = (status: ServiceStatus) => (site: SiteState) => {
  site.status = status;
  return { serviceStatus: status };
};

const CHANGES: Readonly<Record<string, (site: SiteState, body: object) => unknown>> = {
  '/api/vhost/open': setStatus('NORMAL'),
  '/api/vhost/close': setStatus('CLOSED'),
  '/api/vhost/restart': ({ status }) => ({ serviceStatus: status }),
  '/api/vhost/ftp/change': (site, body) => {
    site.ftp = { ...site.ftp, ...body };
    return { enabled: site.ftp.enabled, writable: site.ftp.writable };
  },
};

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
}

/** A real HTTP server on loopback that answers the calls of Home as the product's API does. */
export async function startHomeServer(): Promise<HomeServer> {
  const requests: string[] = [];
  const refusals = new Map<string, string>();
  const held = new Set<string>();
  let waiting: (() => void)[] = [];
  const site = newSite();

  function answer(path: string, body: string): string {
    requests.push(`${path} ${body}`.trim());
    const [code, ...words] = refusals.get(path)?.split(' ') ?? [];
    if (code !== undefined) return JSON.stringify({ code, res: { reason: 'refused' }, msg: words.join(' ') });
    const given = body.startsWith('{') ? (JSON.parse(body) as object) : {};
    const res = READS[path]?.(site) ?? CHANGES[path]?.(site, given) ?? [];
    return JSON.stringify({ code: '200', res, msg: '' });
  }

  const server = createServer((request, response) => {
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const path = request.url ?? '';
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const reply = () => void response.end(answer(path, body));
      if (held.has(path)) waiting.push(reply);
      else reply();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    site,
    requests: requests,
    refusals,
    held,
    release: () => {
      held.clear();
      waiting.forEach((reply) => reply());
      waiting = [];
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
