import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';

/** Where the node's own web server listens. */
export interface SitesAddress {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number;
}

export interface FetchedPage {
  readonly status: number;
  /** The edge's word: `HIT`, `MISS` and so on; undefined if it does not answer for the address. */
  readonly cache: string | undefined;
  readonly bytes: number;
}

/** Longest time of one request, ms. */
const PATIENCE_MS = 60_000;

function readAll(reply: IncomingMessage, done: (page: FetchedPage) => void, failed: (error: Error) => void) {
  let bytes = 0;
  const cache = reply.headers['x-cache'];
  reply.on('data', (part: Buffer) => (bytes += part.length));
  reply.on('error', failed);
  reply.on('end', () =>
    done({ status: reply.statusCode ?? 0, cache: typeof cache === 'string' ? cache : undefined, bytes }),
  );
}

interface PageRequest {
  readonly method: 'GET' | 'HEAD';
  readonly encoding: string;
  readonly signal: AbortSignal;
}

/** Asks this node's own web server for an address, wherever its name points. Follows no redirect. */
export function fetchPage(
  sites: SitesAddress,
  url: URL,
  { method, encoding, signal }: PageRequest,
): Promise<FetchedPage> {
  const isTls = url.protocol === 'https:';
  const port = isTls ? sites.tlsPort : sites.port;
  const headers = {
    host: url.host,
    'accept-encoding': encoding,
    'user-agent': 'SiteDeck prefetch',
  };
  const options = {
    ...{ host: sites.host, port, method, path: url.pathname + url.search, headers, agent: false },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    // The name leads to this machine; its certificate may be the owner's own.
    ...(isTls && { servername: url.hostname, rejectUnauthorized: false }),
  };
  return new Promise((resolve, reject) => {
    const asking = (isTls ? requestTls : requestPlain)(options, (reply) => readAll(reply, resolve, reject));
    asking.on('error', reject);
    asking.end();
  });
}
