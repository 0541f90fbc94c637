import type { OutgoingHttpHeader } from 'node:http';
import type { FastifyReply } from 'fastify';
import { ok, openLink, type CallShape } from '@sitedeck/contract';
import type { RawReply } from '../calls/handlers';
import { SerializedReply, serializedReplyOf } from '../calls/serialized-reply';
import { JsonText } from '#system/streams/json-text';
import type { FaultReply } from './fault-reply';
import { isKnownEtag } from './pages/known-etag';
import type { Exchange } from './exchange';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Calls whose reply is a document without the envelope. */
const WITHOUT_ENVELOPE: ReadonlySet<string> = new Set(['getConfig']);

export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body);
}

/**
 * Headers that the SDK reads. By default a browser hides most headers from a page of another origin. The
 * front door's configuration lists the same headers.
 */
const EXPOSED_HEADERS = 'Retry-After, ETag, X-Request-Id, Content-Disposition, Date, Accept-Ranges';

/**
 * Headers of every reply: the request's id, and, for a portal on another origin, permission to read the
 * reply.
 */
function headOf({ bound, raw, requestId }: Exchange): Record<string, string> {
  const head: Record<string, string> = { 'x-request-id': requestId };
  const isLink = bound.call.path === openLink.path;
  if (bound.call.embed === undefined && !isLink) return head;
  head['vary'] = 'Origin';
  const { origin, authorization } = raw.request.headers;
  // The call was admitted by its token, not by a cookie. The address of a single file is a token by itself.
  if (origin === undefined || (authorization === undefined && !isLink)) return head;
  head['access-control-allow-origin'] = origin;
  head['access-control-expose-headers'] = EXPOSED_HEADERS;
  return head;
}

/** Sets the head of replies that Fastify or a handler sends. */
export const setHead = (exchange: Exchange): void => void exchange.raw.reply.headers(headOf(exchange));

/** Whether `writeJson` sends the reply of this call, with a head of its own, unless the call fails. */
export const writesHeadItself = (call: CallShape): boolean =>
  call.method === 'GET' && call.replyForm === 'envelope';

const lengthOf = (pieces: readonly (string | Buffer)[]): number =>
  pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/**
 * Writes the reply of nearly every call straight to the socket: sending it through Fastify would double the
 * cost of the call. A poll that finds nothing new costs only headers, since the etag lets the browser keep
 * its copy.
 */
function writeJson(exchange: Exchange, pieces: readonly (string | Buffer)[], etag?: string): FastifyReply {
  const { request, reply } = exchange.raw;
  reply.hijack();
  // Alternating names and values, which node:http writes without a lookup.
  const head: OutgoingHttpHeader[] = ['content-type', JSON_TYPE];
  if (etag === undefined) head.push('cache-control', 'no-store');
  else head.push('cache-control', 'private, no-cache', 'etag', etag);
  const isKnown = etag !== undefined && isKnownEtag(request.headers['if-none-match'], etag);
  const length = isKnown ? 0 : lengthOf(pieces);
  exchange.hold(length);
  if (!isKnown) head.push('content-length', length);
  const given = reply.getHeaders();
  for (const name in given) head.push(name, given[name] ?? '');
  const own = writesHeadItself(exchange.bound.call) ? headOf(exchange) : {};
  for (const name in own) head.push(name, own[name] ?? '');
  reply.raw.writeHead(isKnown ? 304 : 200, head);
  if (!isKnown) for (const piece of pieces.slice(0, -1)) reply.raw.write(piece);
  reply.raw.end(isKnown ? '' : pieces.at(-1));
  return reply;
}

/** The envelope's text before and after the result. */
const [FRONT = '', BACK = ''] = JSON.stringify(ok(0)).split(/(?<=:)0(?=,)/);

export function sendResult(exchange: Exchange, result: unknown): FastifyReply {
  const { bound, raw } = exchange;
  const { call } = bound;
  if (call.replyForm !== 'envelope') return sendRaw(raw.reply, result as RawReply);
  if (result instanceof JsonText) return writeJson(exchange, [FRONT, result.bytes, BACK]);
  const serialized =
    serializedReplyOf(result) ??
    new SerializedReply(JSON.stringify(WITHOUT_ENVELOPE.has(bound.name) ? result : ok(result)));
  return writeJson(
    exchange,
    [serialized.text],
    call.passive && call.method === 'GET' ? serialized.etag : undefined,
  );
}

function sendRaw(reply: FastifyReply, raw: RawReply): FastifyReply {
  for (const [name, value] of Object.entries(raw.headers))
    reply.header(name, typeof value === 'string' ? value : [...value]);
  return reply.code(raw.status).send(raw.body);
}

export function sendFault(reply: FastifyReply, fault: FaultReply): FastifyReply {
  if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
  if (fault.status === 401) reply.header('www-authenticate', 'Bearer');
  // Fastify refuses statuses above 599; node:http does not.
  reply.raw.statusCode = fault.status;
  return sendJson(reply, JSON.stringify(fault.envelope));
}
