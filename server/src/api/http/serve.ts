import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { isSessionEnding, type CallShape, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '../calls/handlers';
import type { RecordOperation } from '#sites/api/operation-log';
import { localeOf } from '#system/text/accept-language';
import { JsonText } from '#system/streams/json-text';
import { Refusal } from '#faults/refusal';
import { whenReady } from '#system/concurrency/when-ready';
import { acceptBodies, bodyLimitOf, readForm, reserveDeclared, TextBody } from './body';
import { faultReply, type ReplyStyle } from './fault-reply';
import { parseCall } from './parse-call';
import { writesHeadItself, setHead, sendFault, sendResult } from './reply';
import { Exchange, type BoundCall, type ListenerParts } from './exchange';

export interface ServeParts extends ListenerParts {
  readonly style: ReplyStyle;
  /** Admits or refuses a call, by session on the console and by key on the provider's listener. */
  readonly admit: (exchange: Exchange) => void | Promise<void>;
  /** Refuses a change of a locked workspace, once the body was read, so that the log names what it was about. */
  readonly checkLock?: (exchange: Exchange) => void | Promise<void>;
  /** Checks the proof of identity of a sensitive call; a listener without it serves no such call. */
  readonly verify?: (exchange: Exchange) => Promise<void>;
  readonly record: RecordOperation;
  readonly log: Logger;
  /** Whether an embed token may name this origin; undefined if this listener has no calls for portals. */
  readonly mayEmbed?: (origin: string) => Promise<boolean>;
  readonly observe: (call: string, result: string, seconds: number) => void;
  /**
   * Called after a call changed a host, so that this process does not serve outdated cached rows to the next
   * call.
   */
  readonly onChanged?: (hostCode: HostCode | undefined) => void | Promise<void>;
  /** Only in tests: throws if a reply does not match the contract. */
  readonly verifyReplies?: boolean;
}

type Calls = Readonly<Record<string, CallShape>>;

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** A host code in a path must be that of the session. */
function checkHostParam(exchange: Exchange, params: unknown): void {
  if (!exchange.session || typeof params !== 'object' || params === null || !('hostCode' in params)) return;
  if (params.hostCode !== exchange.session.hostCode) throw new Refusal('not-allowed', { field: 'hostCode' });
}

/**
 * Not logged: slices of an upload, and marks that a page sets without the user. A handler notes the slice
 * that begins an upload, and a mark that the user set; those are logged.
 */
const isLogged = ({ bound: { call }, isNoted }: Exchange, result: string): boolean =>
  call.effect !== 'read' && ((call.bodyForm !== 'upload' && !call.passive) || result !== 'ok' || isNoted);

/**
 * Refusals that are not recorded: nothing was checked before them, or they are so frequent that they would
 * hide what an owner should see.
 */
const UNRECORDED: ReadonlySet<string> = new Set(['bad-header', 'too-busy']);

/** Counts a call, logs it, and adds its row to the operation log. Returns a promise only if it adds a row. */
export function recordCall(exchange: Exchange, result: string, parts: ServeParts): Promise<void> | undefined {
  const { bound, requestId } = exchange;
  parts.observe(bound.name, result, exchange.seconds());
  const isRoutine = (bound.call.effect === 'read' && result === 'ok') || result === 'too-busy';
  const level = isRoutine ? 'debug' : 'info';
  if (parts.log.isLevelEnabled(level)) {
    const { method, path } = bound.call;
    const { address } = exchange;
    parts.log[level]({ id: requestId, call: bound.name, method, path, address, result }, 'call');
  }
  if (!isLogged(exchange, result) || isSessionEnding(result) || UNRECORDED.has(result)) return undefined;
  const operation = exchange.operation(result);
  return parts
    .record(operation)
    .catch((err: unknown) => parts.log.error({ id: requestId, err, operation }, 'operation not recorded'));
}

const resultOf = (exchange: Exchange, result: unknown): string => {
  if (exchange.bound.call.replyForm === 'envelope') return 'ok';
  return typeof result === 'object' && result !== null && 'status' in result && Number(result.status) >= 400
    ? 'refused'
    : 'ok';
};

function conclude(
  exchange: Exchange,
  result: unknown,
  parts: ServeParts,
): FastifyReply | Promise<FastifyReply> {
  const { bound, raw } = exchange;
  if (parts.verifyReplies && bound.call.replyForm === 'envelope')
    bound.call.reply.parse(result instanceof JsonText ? result.value() : result);
  const announced = bound.call.effect === 'read' ? undefined : parts.onChanged?.(exchange.scope?.hostCode);
  const send = () => (raw.reply.sent ? raw.reply : sendResult(exchange, result));
  return whenReady(announced, () => whenReady(recordCall(exchange, resultOf(exchange, result), parts), send));
}

function run(exchange: Exchange, parts: ServeParts): FastifyReply | Promise<FastifyReply> {
  const { bound, raw } = exchange;
  const { request } = raw;
  const given = bound.call.bodyForm === 'form' ? readForm(request) : request.body;
  return whenReady(given, (sent) => {
    const body = sent instanceof TextBody ? sent.rest : sent;
    if (sent instanceof TextBody) exchange.largeText = sent.large;
    const parsed = parseCall(bound.call, { params: request.params, query: request.query, body });
    exchange.input = parsed;
    checkHostParam(exchange, parsed.params);
    // Verified only after all other checks: a code works once, and a refused call must not use it up.
    const verify = () => (bound.call.verify ? parts.verify?.(exchange) : undefined);
    const mayRun = whenReady(parts.checkLock?.(exchange), verify);
    return whenReady(mayRun, () =>
      whenReady(bound.handler(parsed, exchange), (result) => conclude(exchange, result, parts)),
    );
  });
}

async function fail(exchange: Exchange, error: unknown, parts: ServeParts): Promise<FastifyReply> {
  const fault = faultReply(error, {
    style: parts.style,
    locale: exchange.locale,
    requestId: exchange.requestId,
  });
  if (fault.isBug) parts.log.error({ id: exchange.requestId, call: exchange.bound.name, err: error }, 'bug');
  exchange.refuse(fault.values);
  await recordCall(exchange, fault.reason, parts);
  const { reply } = exchange.raw;
  // With `connection: close`, the front door would lose the reply while it is still sending the body.
  reply.removeHeader('connection');
  if (reply.sent) return reply;
  setHead(exchange);
  return sendFault(reply, fault);
}

/**
 * Headers of the reply to a browser's preflight for a portal's call. The call itself is checked when it
 * arrives.
 */
const preflightHeaders = (origin: string, call: CallShape) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': call.method,
  'access-control-allow-headers':
    'Authorization, Content-Type, X-Requested-With, X-Host-Code, X-Upload-Id, X-Verify, Content-Range, Content-Total, Content-First-Slice, If-None-Match',
  'access-control-max-age': '600',
});

/** Answers a browser's preflight; permits only origins that an embed token may name. */
function allowPreflight(app: FastifyInstance, call: CallShape, parts: ServeParts): void {
  const { mayEmbed, admission, networkOf, addressOf } = parts;
  if (call.embed === undefined || !mayEmbed) return;
  // A GET and a POST may share an address; browsers send no preflight for those methods as such.
  if (app.hasRoute({ method: 'OPTIONS', url: fastifyPath(call.path) })) return;
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOf(request.headers['accept-language']);
    const fault = faultReply(error, { style: parts.style, locale, requestId: request.id });
    if (fault.isBug) parts.log.error({ id: request.id, err: error }, 'bug');
    void sendFault(reply, fault);
  };
  app.options(fastifyPath(call.path), { errorHandler }, async (request, reply) => {
    const { origin } = request.headers;
    const pass = admission.enter('address', networkOf(addressOf(request)));
    try {
      const allowed = origin !== undefined && (await mayEmbed(origin));
      return await reply
        .headers({ ...(allowed && preflightHeaders(origin, call)), vary: 'Origin' })
        .code(204)
        .send();
    } finally {
      pass.leave();
    }
  });
}

function bind(app: FastifyInstance, bound: BoundCall, parts: ServeParts): void {
  const { call } = bound;
  if (call.verify && !parts.verify) throw new Error(`Nobody checks who asks for ${bound.name}`);
  const makesItsHead = writesHeadItself(call);
  const arrive = (request: FastifyRequest, reply: FastifyReply): Exchange => {
    const exchange = new Exchange({ bound, request, reply, listener: parts });
    request.exchange = exchange;
    if (!makesItsHead) setHead(exchange);
    return exchange;
  };
  const answer = (request: FastifyRequest) => {
    if (!request.exchange) throw new Error('A call was reached past its gate');
    const { exchange } = request;
    return exchange.work(() => run(exchange, parts));
  };
  const routeOptions = {
    method: call.method,
    url: fastifyPath(call.path),
    bodyLimit: bodyLimitOf(call),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void fail(request.exchange ?? arrive(request, reply), error, parts);
    },
  };
  if (call.method === 'GET') {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const exchange = arrive(request, reply);
      exchange.enter();
      return whenReady(parts.admit(exchange), () => exchange.work(() => run(exchange, parts)));
    };
    app.route({ ...routeOptions, handler });
  }
  // Before a byte of the body is read.
  else {
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const exchange = arrive(request, reply);
      exchange.enter();
      await parts.admit(exchange);
      reserveDeclared(exchange);
    };
    app.route({ ...routeOptions, onRequest, handler: answer });
  }
  allowPreflight(app, call, parts);
}

/** Binds calls to their handlers and enforces every rule that the contract states for a call. */
export function serve<C extends Calls>(
  app: FastifyInstance,
  given: { readonly calls: C; readonly handlers: Handlers<C> },
  parts: ServeParts,
): void {
  const all = Object.entries(given.calls).map(([name, call]): BoundCall => {
    const handler = given.handlers[name as keyof C] as BoundCall['handler'];
    return { name, call, handler };
  });
  const isRead = ({ call }: BoundCall) => call.method === 'GET';
  for (const bound of all.filter(isRead)) bind(app, bound, parts);
  // In an instance of their own: the body parser hooks into every request of its instance, and GET calls have
  // no body.
  void app.register(async (inner) => {
    await acceptBodies(inner);
    for (const bound of all.filter((other) => !isRead(other))) bind(inner, bound, parts);
  });
}
