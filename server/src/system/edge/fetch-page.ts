import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { PREFETCH_AGENT } from './prefetch-agent';

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
  /** Where a redirect leads; undefined if it is none. */
  readonly location: string | undefined;
  /** Bytes that were read. */
  readonly bytes: number;
}

/** Time limit of one request, ms. */
const TIMEOUT_MS = 60_000;

async function readPage(reply: IncomingMessage, bytesMax: number): Promise<FetchedPage> {
  const cache = reply.headers['x-cache'];
  let bytes = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) break;
  }
  return {
    status: reply.statusCode ?? 0,
    cache: typeof cache === 'string' ? cache : undefined,
    location: reply.headers.location,
    bytes,
  };
}

interface PageRequest {
  readonly method: 'GET' | 'HEAD';
  readonly encoding: string;
  readonly signal: AbortSignal;
  /** Reads no more than about this; everything if absent. */
  readonly bytesMax?: number;
}

/** Requests a URL from this node's own web server, wherever its domain points. Does not follow redirects. */
export function fetchPage(
  sites: SitesAddress,
  url: URL,
  { method, encoding, signal, bytesMax = Infinity }: PageRequest,
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
    const request = (isTls ? requestTls : requestPlain)(options, (reply) => {
      readPage(reply, bytesMax).then(resolve, reject);
    });
    request.on('error', reject);
    request.end();
  });
}
