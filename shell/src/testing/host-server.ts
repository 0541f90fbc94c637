import type { HostListRecord } from '@sitedeck/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  readonly path: string;
  readonly body: string;
}

export interface HostServer {
  readonly url: string;
  /** Requests so far, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Sets the hosts for later requests. */
  hosts: readonly HostListRecord[];
  /** Replies wait until it resolves. */
  pace: () => Promise<void>;
  /** While set, every request is refused. */
  refuses: boolean;
  close: () => Promise<void>;
}

const PATH = /^\/api\/vhost\/getAllHostList\/(\d+)\/(\d+)$/;

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
}

const envelope = (res: unknown, code = '200', msg = '') => JSON.stringify({ code, res, msg });

function find(hosts: readonly HostListRecord[], body: string): readonly HostListRecord[] {
  const { hostName = '', domain = '' } = JSON.parse(body || '{}') as { hostName?: string; domain?: string };
  if (hostName === '' && domain === '') return hosts;
  return hosts.filter(
    (host) =>
      (hostName !== '' && (host.hostName + host.remark).includes(hostName)) ||
      (domain !== '' && host.domains.some((name) => name.includes(domain))),
  );
}

/** A real HTTP server on loopback that pages and filters hosts as the product does. */
export async function startHostServer(hosts: readonly HostListRecord[]): Promise<HostServer> {
  const requests: ReceivedRequest[] = [];
  const reply = ({ path, body }: ReceivedRequest): string => {
    if (state.refuses) return envelope({ reason: 'internal' }, '500', '服务器内部错误');
    const [, page = '1', size = '10'] = PATH.exec(path) ?? [];
    if (!PATH.test(path)) return envelope({ hostCode: 'vh2' });
    const found = find(state.hosts, body);
    const from = (Number(page) - 1) * Number(size);
    const records = found.slice(from, from + Number(size));
    const hostList = { records, total: found.length, pages: Math.ceil(found.length / Number(size)) };
    return envelope({ hostList, currentHostName: 'shop' });
  };
  const server = createServer((request, response) => {
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const one = { path: request.url ?? '', body };
      requests.push(one);
      void state.pace().then(() => response.writeHead(200).end(reply(one)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: HostServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    hosts,
    pace: () => Promise.resolve(),
    refuses: false,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return state;
}
