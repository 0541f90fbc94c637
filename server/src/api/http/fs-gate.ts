import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSessionEnding, uploadSlice } from '@sitedeck/contract';
import type { OwnerContext } from '../calls/handlers';
import { localeOf } from '#system/text/accept-language';
import { Refusal } from '#faults/refusal';
import { faultReply } from './fault-reply';
import { parseCall } from './parse-call';
import { sendFault } from './reply';
import { recordCall, type ServeParts } from './serve';
import { Exchange, type BoundCall } from './exchange';

/** The child that receives the bytes, and the headers that describe them. */
export interface UploadRoute {
  /** The host code, which names the child's socket. */
  readonly socket: string;
  /** Value of `X-Fs-Context`, which only the child reads. */
  readonly context: string;
}

export type OpenUpload = (query: { path: string }, context: OwnerContext) => Promise<UploadRoute>;

const BOUND: BoundCall = {
  name: 'uploadSlice',
  call: uploadSlice,
  handler: () => Promise.reject(new Error('The bytes go to the child')),
};

/** JSON in ASCII, so that it fits into a header. */
const asHeader = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function originalQuery(request: FastifyRequest): Record<string, string> {
  const uri = request.headers['x-original-uri'];
  const at = typeof uri === 'string' ? uri.indexOf('?') : -1;
  return typeof uri === 'string' && at !== -1
    ? Object.fromEntries(new URLSearchParams(uri.slice(at + 1)))
    : {};
}

function owner(exchange: Exchange): OwnerContext {
  const { session, scope } = exchange;
  if (!session || !scope) throw new Error('An upload without a session');
  return Object.assign(exchange, { session, scope });
}

/** Serves the reply for a file that disappeared after its download was granted. */
function serveGone(app: FastifyInstance): void {
  app.get('/internal/gone', (request, reply) => {
    const context = {
      style: 'console',
      locale: localeOf(request.headers['accept-language']),
      requestId: request.id,
    } as const;
    return sendFault(reply, faultReply(new Refusal('no-such-file'), context));
  });
}

/**
 * The front door asks here before it passes an upload's bytes to the host's child. Answers 204 with the
 * child, 401 for an ended session, else 403 with the refusal in a header. Enforces every rule of the call
 * itself.
 */
export function serveFsGate(app: FastifyInstance, open: OpenUpload, parts: ServeParts): void {
  serveGone(app);
  app.route({
    method: ['GET', 'POST'],
    url: '/internal/fs-gate',
    handler: async (request, reply) => {
      const exchange = new Exchange({ bound: BOUND, request, reply, listener: parts });
      try {
        exchange.enter();
        await parts.admit(exchange);
        const { query } = parseCall(uploadSlice, {
          params: {},
          query: originalQuery(request),
          body: undefined,
        });
        const route = await open(query as { path: string }, owner(exchange));
        await recordCall(exchange, 'ok', parts);
        return await reply
          .code(204)
          .header('x-fs-socket', route.socket)
          .header('x-fs-context', route.context)
          .send();
      } catch (error) {
        const fault = faultReply(error, {
          style: 'console',
          locale: exchange.locale,
          requestId: exchange.requestId,
        });
        if (fault.isBug) parts.log.error({ id: exchange.requestId, err: error }, 'bug');
        exchange.refuse(fault.values);
        await recordCall(exchange, fault.reason, parts);
        const status = isSessionEnding(fault.reason) ? 401 : 403;
        return reply.code(status).header('x-fs-refusal', asHeader(fault.envelope)).send();
      }
    },
  });
}
