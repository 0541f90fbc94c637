import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSessionEnding, uploadSlice } from '@sitedeck/contract';
import type { OwnerContext } from '../calls/handlers';
import { localeOf } from '#system/text/accept-language';
import { Refusal } from '#faults/refusal';
import { wireFault } from './fault-wire';
import { parseCall } from './parse-call';
import { sendFault } from './reply';
import { writeDown, type ServeParts } from './serve';
import { Visit, type Bound } from './visit';

/** The child that receives the bytes, and the headers that describe them. */
export interface UploadDoor {
  /** The host code, which names the child's socket. */
  readonly socket: string;
  /** Value of `X-Fs-Context`, which only the child reads. */
  readonly context: string;
}

export type OpenUpload = (query: { path: string }, context: OwnerContext) => Promise<UploadDoor>;

const BOUND: Bound = {
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

function owner(visit: Visit): OwnerContext {
  const { session, scope } = visit;
  if (!session || !scope) throw new Error('An upload without a session');
  return Object.assign(visit, { session, scope });
}

/** Serves the reply for a file that disappeared after its download was granted. */
function serveGone(app: FastifyInstance): void {
  app.get('/internal/gone', (request, reply) => {
    const context = {
      style: 'console',
      locale: localeOf(request.headers['accept-language']),
      requestId: request.id,
    } as const;
    return sendFault(reply, wireFault(new Refusal('no-such-file'), context));
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
      const visit = new Visit({ bound: BOUND, request, reply, door: parts });
      try {
        visit.enter();
        await parts.admit(visit);
        const { query } = parseCall(uploadSlice, {
          params: {},
          query: originalQuery(request),
          body: undefined,
        });
        const door = await open(query as { path: string }, owner(visit));
        await writeDown(visit, 'ok', parts);
        return await reply
          .code(204)
          .header('x-fs-socket', door.socket)
          .header('x-fs-context', door.context)
          .send();
      } catch (error) {
        const fault = wireFault(error, {
          style: 'console',
          locale: visit.locale,
          requestId: visit.requestId,
        });
        if (fault.isBug) parts.log.error({ id: visit.requestId, err: error }, 'bug');
        visit.refuse(fault.values);
        await writeDown(visit, fault.reason, parts);
        const status = isSessionEnding(fault.reason) ? 401 : 403;
        return reply.code(status).header('x-fs-refusal', asHeader(fault.envelope)).send();
      }
    },
  });
}
