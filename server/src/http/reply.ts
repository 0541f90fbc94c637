import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { ok } from '@sitedeck/contract';
import type { RawReply } from '../handlers';
import { lastingText } from '../lasting-reply';
import type { WireFault } from './fault-wire';
import type { Bound, Visit } from './visit';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Replies that are a document by themselves (contract: "without the envelope"). */
const BARE: ReadonlySet<string> = new Set(['getConfig']);

export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(body);
}

/**
 * The reply of nearly every call, written straight to the socket: nothing of Fastify's own sending is wanted here, and
 * it would cost as much again as the call.
 */
function writeJson({ reply }: Visit['raw'], body: string): FastifyReply {
  reply.hijack();
  // A copy already.
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  head['content-type'] = JSON_TYPE;
  head['cache-control'] = 'no-store';
  head['content-length'] = Buffer.byteLength(body);
  reply.raw.writeHead(200, head);
  reply.raw.end(body);
  return reply;
}

/** A poll that brings nothing new costs a header: the browser keeps what it has. */
function sendPolled(visit: Visit, body: string): FastifyReply {
  const { request, reply } = visit.raw;
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('content-type', JSON_TYPE);
  if (request.headers['if-none-match'] !== etag) return reply.send(body);
  return reply.code(304).send();
}

export function sendResult(visit: Visit, result: unknown): FastifyReply {
  const { bound, raw } = visit;
  if (bound.call.replyForm !== 'envelope') return sendRaw(raw.reply, result as RawReply);
  const body = lastingText(result) ?? JSON.stringify(BARE.has(bound.name) ? result : ok(result));
  return bound.call.passive && bound.call.method === 'GET' ? sendPolled(visit, body) : writeJson(raw, body);
}

function sendRaw(reply: FastifyReply, raw: RawReply): FastifyReply {
  for (const [name, value] of Object.entries(raw.headers))
    reply.header(name, typeof value === 'string' ? value : [...value]);
  return reply.code(raw.status).send(raw.body);
}

export function sendFault(reply: FastifyReply, fault: WireFault): FastifyReply {
  if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
  if (fault.status === 401) reply.header('www-authenticate', 'Bearer');
  // Fastify refuses statuses above 599; node:http writes them.
  reply.raw.statusCode = fault.status;
  return sendJson(reply, JSON.stringify(fault.envelope));
}

/** Headers that the SDK reads; a browser shows a page of another origin few others. The front door names the same. */
export const PORTAL_READS = 'Retry-After, ETag, X-Request-Id, Content-Disposition';

/** A portal on another origin reads the reply; its token, not a cookie, is what let it in. */
export function allowPortal(bound: Bound, visit: Visit): void {
  const { request, reply } = visit.raw;
  const { origin, authorization } = request.headers;
  if (bound.call.embed === undefined) return;
  reply.header('vary', 'Origin');
  if (origin !== undefined && authorization !== undefined)
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', PORTAL_READS);
}
