import type { OutgoingHttpHeader } from 'node:http';
import type { FastifyReply } from 'fastify';
import { ok, openLink, type CallShape } from '@sitedeck/contract';
import type { RawReply } from '../calls/handlers';
import { Words, wordsOf } from '../calls/lasting-reply';
import { JsonText } from '#system/streams/json-text';
import type { WireFault } from './fault-wire';
import { isKnownEtag } from './known-etag';
import type { Visit } from './visit';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Calls whose reply is a document without the envelope. */
const BARE: ReadonlySet<string> = new Set(['getConfig']);

export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body);
}

/**
 * Headers that the SDK reads. By default a browser hides most headers from a page of another origin. The
 * front door's configuration lists the same headers.
 */
const PORTAL_READS = 'Retry-After, ETag, X-Request-Id, Content-Disposition, Date, Accept-Ranges';

/**
 * Headers of every reply: the request's id, and, for a portal on another origin, permission to read the
 * reply.
 */
function headOf({ bound, raw, requestId }: Visit): Record<string, string> {
  const head: Record<string, string> = { 'x-request-id': requestId };
  const isLink = bound.call.path === openLink.path;
  if (bound.call.embed === undefined && !isLink) return head;
  head['vary'] = 'Origin';
  const { origin, authorization } = raw.request.headers;
  // The call was admitted by its token, not by a cookie. The address of a single file is a token by itself.
  if (origin === undefined || (authorization === undefined && !isLink)) return head;
  head['access-control-allow-origin'] = origin;
  head['access-control-expose-headers'] = PORTAL_READS;
  return head;
}

/** Sets the head of replies that Fastify or a handler sends. */
export const openHead = (visit: Visit): void => void visit.raw.reply.headers(headOf(visit));

/** Whether `writeJson` sends the reply of this call, with a head of its own, unless the call fails. */
export const isPlain = (call: CallShape): boolean => call.method === 'GET' && call.replyForm === 'envelope';

const lengthOf = (pieces: readonly (string | Buffer)[]): number =>
  pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/**
 * Writes the reply of nearly every call straight to the socket: sending it through Fastify would double the
 * cost of the call. A poll that finds nothing new costs only headers, since the etag lets the browser keep
 * its copy.
 */
function writeJson(visit: Visit, pieces: readonly (string | Buffer)[], etag?: string): FastifyReply {
  const { request, reply } = visit.raw;
  reply.hijack();
  // Alternating names and values, which node:http writes without a lookup.
  const head: OutgoingHttpHeader[] = ['content-type', JSON_TYPE];
  if (etag === undefined) head.push('cache-control', 'no-store');
  else head.push('cache-control', 'private, no-cache', 'etag', etag);
  const isKnown = etag !== undefined && isKnownEtag(request.headers['if-none-match'], etag);
  const length = isKnown ? 0 : lengthOf(pieces);
  visit.hold(length);
  if (!isKnown) head.push('content-length', length);
  const given = reply.getHeaders();
  for (const name in given) head.push(name, given[name] ?? '');
  const own = isPlain(visit.bound.call) ? headOf(visit) : {};
  for (const name in own) head.push(name, own[name] ?? '');
  reply.raw.writeHead(isKnown ? 304 : 200, head);
  if (!isKnown) for (const piece of pieces.slice(0, -1)) reply.raw.write(piece);
  reply.raw.end(isKnown ? '' : pieces.at(-1));
  return reply;
}

/** The envelope's text before and after the result. */
const [FRONT = '', BACK = ''] = JSON.stringify(ok(0)).split(/(?<=:)0(?=,)/);

export function sendResult(visit: Visit, result: unknown): FastifyReply {
  const { bound, raw } = visit;
  const { call } = bound;
  if (call.replyForm !== 'envelope') return sendRaw(raw.reply, result as RawReply);
  if (result instanceof JsonText) return writeJson(visit, [FRONT, result.bytes, BACK]);
  const words = wordsOf(result) ?? new Words(JSON.stringify(BARE.has(bound.name) ? result : ok(result)));
  return writeJson(visit, [words.text], call.passive && call.method === 'GET' ? words.etag : undefined);
}

function sendRaw(reply: FastifyReply, raw: RawReply): FastifyReply {
  for (const [name, value] of Object.entries(raw.headers))
    reply.header(name, typeof value === 'string' ? value : [...value]);
  return reply.code(raw.status).send(raw.body);
}

export function sendFault(reply: FastifyReply, fault: WireFault): FastifyReply {
  if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
  if (fault.status === 401) reply.header('www-authenticate', 'Bearer');
  // Fastify refuses statuses above 599; node:http does not.
  reply.raw.statusCode = fault.status;
  return sendJson(reply, JSON.stringify(fault.envelope));
}
