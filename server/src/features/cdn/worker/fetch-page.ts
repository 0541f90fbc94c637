import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { PREFETCH_AGENT } from '#system/edge/prefetch-agent';

/** Where the node's own web server listens. */
export interface SitesAddress {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number;
}

export interface FetchedPage {
  readonly status: number;
  /** `X-Cache` of the edge: `HIT`, `MISS` and so on; undefined if the reply did not come from the edge. */
  readonly cache: string | undefined;
  readonly bytes: number;
}

/** Time limit of one request, ms. */
const TIMEOUT_MS = 60_000;

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

/** Requests a URL from this node's own web server, wherever its domain points. Does not follow redirects. */
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
    'user-agent': PREFETCH_AGENT,
  };
  const options = {
    ...{ host: sites.host, port, method, path: url.pathname + url.search, headers, agent: false },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    // The connection stays on this machine, and the owner's certificate may be self-signed.
    ...(isTls && { servername: url.hostname, rejectUnauthorized: false }),
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestTls : requestPlain)(options, (reply) => readAll(reply, resolve, reject));
    request.on('error', reject);
    request.end();
  });
}
