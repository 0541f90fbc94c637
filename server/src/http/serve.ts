import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { CallShape } from '@sitedeck/contract';
import type { Handlers } from '../handlers';
import type { RecordOperation } from '../sites/operation-log';
import { Refusal } from '../system/refusal';
import { bodyLimitOf, readForm } from './body';
import { wireFault, type WireStyle } from './fault-wire';
import { parseCall } from './parse-call';
import { allowPortal, sendFault, sendResult } from './reply';
import { Visit, type Bound, type Door } from './visit';

export interface ServeParts extends Door {
  readonly style: WireStyle;
  /** Lets a visit in or refuses: sessions on the console, keys on the provider's listener. */
  readonly admit: (visit: Visit) => Promise<void>;
  readonly record: RecordOperation;
  readonly log: Logger;
  readonly observe: (call: string, result: string, seconds: number) => void;
  /** Tests only: a reply that is not what the contract says is a bug. */
  readonly verifyReplies?: boolean;
}

type Calls = Readonly<Record<string, CallShape>>;

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** A path that names a host names the session's own. */
function checkHostParam(visit: Visit, params: unknown): void {
  if (!visit.session || typeof params !== 'object' || params === null || !('hostCode' in params)) return;
  if (params.hostCode !== visit.session.hostCode) throw new Refusal('not-allowed', { field: 'hostCode' });
}

/** Slices of an upload are no operations of their own: the upload's task is. */
const isLogged = ({ call }: Bound, result: string): boolean =>
  call.effect !== 'read' && (call.bodyForm !== 'upload' || result !== 'ok');

async function writeDown(visit: Visit, result: string, parts: ServeParts): Promise<void> {
  const { bound, requestId, address } = visit;
  parts.observe(bound.name, result, visit.seconds());
  const level = bound.call.effect === 'read' && result === 'ok' ? 'debug' : 'info';
  if (parts.log.isLevelEnabled(level))
    parts.log[level](
      { id: requestId, call: bound.name, method: bound.call.method, path: bound.call.path, address, result },
      'call',
    );
  // Nobody is known and nothing was touched: only the server's own log tells.
  if (!isLogged(bound, result) || result === 'session-expired' || result === 'bad-header') return;
  const operation = visit.operation(result);
  await parts
    .record(operation)
    .catch((err: unknown) => parts.log.error({ id: requestId, err, operation }, 'operation not recorded'));
}

const resultOf = (visit: Visit, result: unknown): string => {
  if (visit.bound.call.replyForm === 'envelope') return 'ok';
  return typeof result === 'object' && result !== null && 'status' in result && Number(result.status) >= 400
    ? 'refused'
    : 'ok';
};

async function run(visit: Visit, parts: ServeParts): Promise<FastifyReply> {
  const { bound, raw } = visit;
  const { request } = raw;
  const body = bound.call.bodyForm === 'form' ? await readForm(request) : request.body;
  const parsed = parseCall(bound.call, { params: request.params, query: request.query, body });
  checkHostParam(visit, parsed.params);
  const result = await bound.handler(parsed, visit);
  if (parts.verifyReplies && bound.call.replyForm === 'envelope') bound.call.reply.parse(result);
  await writeDown(visit, resultOf(visit, result), parts);
  return raw.reply.sent ? raw.reply : sendResult(visit, result);
}

async function fail(visit: Visit, error: unknown, parts: ServeParts): Promise<FastifyReply> {
  const fault = wireFault(error, { style: parts.style, locale: visit.locale, requestId: visit.requestId });
  if (fault.isBug) parts.log.error({ id: visit.requestId, call: visit.bound.name, err: error }, 'bug');
  await writeDown(visit, fault.reason, parts);
  const { reply } = visit.raw;
  return reply.sent ? reply : sendFault(reply, fault);
}

/** Browsers ask before a portal's call; the call itself is what is checked. */
function allowPreflight(app: FastifyInstance, call: CallShape): void {
  if (call.embed === undefined) return;
  app.options(fastifyPath(call.path), (request, reply) =>
    reply
      .headers({
        'access-control-allow-origin': request.headers.origin ?? 'null',
        'access-control-allow-methods': call.method,
        'access-control-allow-headers':
          'Authorization, Content-Type, X-Requested-With, X-Host-Code, X-Upload-Id, X-Verify, Content-Range, Content-Total, Content-First-Slice, If-None-Match',
        'access-control-max-age': '600',
        vary: 'Origin',
      })
      .code(204)
      .send(),
  );
}

function bind(app: FastifyInstance, bound: Bound, parts: ServeParts): void {
  const { call } = bound;
  const arrive = (request: FastifyRequest, reply: FastifyReply): Visit => {
    const visit = new Visit({ bound, request, reply, door: parts });
    request.visit = visit;
    reply.header('x-request-id', request.id);
    allowPortal(bound, visit);
    return visit;
  };
  const admit = (request: FastifyRequest, reply: FastifyReply) => parts.admit(arrive(request, reply));
  const answer = (request: FastifyRequest) => {
    if (!request.visit) throw new Error('A call was reached past its gate');
    return run(request.visit, parts);
  };
  const rules = {
    method: call.method,
    url: fastifyPath(call.path),
    bodyLimit: bodyLimitOf(call),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void fail(request.visit ?? arrive(request, reply), error, parts);
    },
  };
  if (call.method === 'GET')
    app.route({ ...rules, handler: (request, reply) => admit(request, reply).then(() => answer(request)) });
  // Before a byte of the body is read.
  else app.route({ ...rules, onRequest: admit, handler: answer });
  allowPreflight(app, call);
}

/** Binds calls to their handlers. Every rule that the contract states for a call is kept here, for all of them alike. */
export function serve<C extends Calls>(
  app: FastifyInstance,
  given: { readonly calls: C; readonly handlers: Handlers<C> },
  parts: ServeParts,
): void {
  for (const [name, call] of Object.entries(given.calls)) {
    const handler = given.handlers[name as keyof C] as Bound['handler'];
    bind(app, { name, call, handler }, parts);
  }
}
