import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { faultReply, type ReplyStyle } from '../fault-reply';
import { sendFault } from '../reply';
import { silentConnections } from './silent-connections';
import { localeOf } from '#system/text/accept-language';
import { isWithin } from '#system/egress/address-rules';
import { Refusal } from '#faults/refusal';

/** Makes ids with a random prefix per process, so that each id occurs in only one process's log. */
function requestIds(): () => string {
  const process = randomBytes(5).toString('base64url');
  let count = 0;
  return () => `${process}-${(count += 1).toString(36)}`;
}

/**
 * How long an idle connection stays open, ms. Longer than nginx's 60 s, so that nginx never reuses a
 * connection that we are closing.
 */
const KEEP_ALIVE_MS = 72_000;

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Takes over the request id that the front door assigned, so that both logs show the same id. */
function idOf(next: () => string) {
  return (request: IncomingMessage): string => {
    const given = request.headers['x-request-id'];
    if (typeof given !== 'string' || !/^[0-9a-f]{32}$/.test(given)) return next();
    const isFrontDoor = request.socket.remoteAddress === undefined;
    return isFrontDoor ? given : next();
  };
}

/** How long a request may take to arrive, ms. */
export interface ArrivalLimits {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
}

/** An application without routes; each call adds its own gate, logging and fault handling. */
export function makeApp(style: ReplyStyle, arrival?: ArrivalLimits): FastifyInstance {
  const app = fastify({
    logger: false,
    genReqId: idOf(requestIds()),
    exposeHeadRoutes: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 8192 },
    forceCloseConnections: 'idle',
    ...(arrival && {
      requestTimeout: arrival.requestTimeout,
      http: { headersTimeout: arrival.headersTimeout },
    }),
  });
  const endSilent = silentConnections(app.server);
  app.addHook('preClose', (done) => {
    endSilent();
    done();
  });
  app.decorateRequest('exchange', null);
  app.setNotFoundHandler((request, reply) => {
    const context = { style, locale: localeOf(request.headers['accept-language']), requestId: request.id };
    const fault = faultReply(new Refusal('not-found'), context);
    return sendFault(reply, { ...fault, status: 404 });
  });
  return app;
}

/**
 * Reads the caller's address. A forwarded address counts only from the front door, which connects by unix
 * socket, and from proxies that the operator names.
 */
export function addressReader(trustProxy: readonly string[]): (request: FastifyRequest) => string {
  const isTrusted = isWithin(trustProxy);
  return (request) => {
    // A disconnected caller no longer has an address, and headers may claim any address.
    const { socket } = request.raw as { socket: Socket | null };
    if (socket === null) return 'gone';
    const peer = socket.remoteAddress;
    if (peer !== undefined && !isTrusted(peer)) return peer;
    const forwarded = request.headers['x-forwarded-for'];
    const chain = typeof forwarded === 'string' ? forwarded : (forwarded?.join(',') ?? '');
    // The proxy next to us added the last address; a client can forge those before it.
    return chain.slice(chain.lastIndexOf(',') + 1).trim() || (peer ?? 'local');
  };
}
