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
import { wireFault, type WireStyle } from './fault-wire';
import { parseCall } from './parse-call';
import { isPlain, openHead, sendFault, sendResult } from './reply';
import { Visit, type Bound, type Door } from './visit';

export interface ServeParts extends Door {
  readonly style: WireStyle;
  /** Lets a visit in or refuses: sessions on the console, keys on the provider's listener. */
  readonly admit: (visit: Visit) => void | Promise<void>;
  /** Proof of who is asking, before a sensitive call; a listener without it serves none. */
  readonly verify?: (visit: Visit) => Promise<void>;
  readonly record: RecordOperation;
  readonly log: Logger;
  /** Whether a page of this origin may hold an embed token; absent if no call here is made by portals. */
  readonly mayEmbed?: (origin: string) => Promise<boolean>;
  readonly observe: (call: string, result: string, seconds: number) => void;
  /** A call changed something of a host: what this process remembers of it must not be what the next one reads. */
  readonly onChanged?: (hostCode: HostCode | undefined) => void | Promise<void>;
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

/**
 * Slices of an upload are no operations of their own, and a mark that a page sets by itself is nobody's. The upload is:
 * the slice that begins it says so by a note, as does a mark that somebody set.
 */
const isLogged = ({ bound: { call }, isNoted }: Visit, result: string): boolean =>
  call.effect !== 'read' && ((call.bodyForm !== 'upload' && !call.passive) || result !== 'ok' || isNoted);

/** Refused before anything was checked, or so often that logging would bury what an owner should see. */
const UNRECORDED: ReadonlySet<string> = new Set(['bad-header', 'too-busy']);

/** Counts a call, logs it, and puts its row into the operation log where it has one: only then is there a promise. */
export function writeDown(visit: Visit, result: string, parts: ServeParts): Promise<void> | undefined {
  const { bound, requestId } = visit;
  parts.observe(bound.name, result, visit.seconds());
  const isRoutine = (bound.call.effect === 'read' && result === 'ok') || result === 'too-busy';
  const level = isRoutine ? 'debug' : 'info';
  if (parts.log.isLevelEnabled(level)) {
    const { method, path } = bound.call;
    const { address } = visit;
    parts.log[level]({ id: requestId, call: bound.name, method, path, address, result }, 'call');
  }
  if (!isLogged(visit, result) || isSessionEnding(result) || UNRECORDED.has(result)) return undefined;
  const operation = visit.operation(result);
  return parts
    .record(operation)
    .catch((err: unknown) => parts.log.error({ id: requestId, err, operation }, 'operation not recorded'));
}

const resultOf = (visit: Visit, result: unknown): string => {
  if (visit.bound.call.replyForm === 'envelope') return 'ok';
  return typeof result === 'object' && result !== null && 'status' in result && Number(result.status) >= 400
    ? 'refused'
    : 'ok';
};

function conclude(visit: Visit, result: unknown, parts: ServeParts): FastifyReply | Promise<FastifyReply> {
  const { bound, raw } = visit;
  if (parts.verifyReplies && bound.call.replyForm === 'envelope')
    bound.call.reply.parse(result instanceof JsonText ? result.value() : result);
  const announced = bound.call.effect === 'read' ? undefined : parts.onChanged?.(visit.scope?.hostCode);
  const send = () => (raw.reply.sent ? raw.reply : sendResult(visit, result));
  return whenReady(announced, () => whenReady(writeDown(visit, resultOf(visit, result), parts), send));
}

function run(visit: Visit, parts: ServeParts): FastifyReply | Promise<FastifyReply> {
  const { bound, raw } = visit;
  const { request } = raw;
  const given = bound.call.bodyForm === 'form' ? readForm(request) : request.body;
  return whenReady(given, (sent) => {
    const body = sent instanceof TextBody ? sent.rest : sent;
    if (sent instanceof TextBody) visit.largeText = sent.large;
    const parsed = parseCall(bound.call, { params: request.params, query: request.query, body });
    checkHostParam(visit, parsed.params);
    // After the shape was found right: a code serves once, and a slip elsewhere must not cost it.
    const proven = bound.call.verify ? parts.verify?.(visit) : undefined;
    return whenReady(proven, () =>
      whenReady(bound.handler(parsed, visit), (result) => conclude(visit, result, parts)),
    );
  });
}

async function fail(visit: Visit, error: unknown, parts: ServeParts): Promise<FastifyReply> {
  const fault = wireFault(error, { style: parts.style, locale: visit.locale, requestId: visit.requestId });
  if (fault.isBug) parts.log.error({ id: visit.requestId, call: visit.bound.name, err: error }, 'bug');
  visit.refuse(fault.values);
  await writeDown(visit, fault.reason, parts);
  const { reply } = visit.raw;
  // Fastify would close the connection under a front door that is still sending, which then never reads the answer.
  reply.removeHeader('connection');
  if (reply.sent) return reply;
  openHead(visit);
  return sendFault(reply, fault);
}

/** Headers for a browser's preflight of a portal's call; the call itself is checked again. */
const preflightHeaders = (origin: string, call: CallShape) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': call.method,
  'access-control-allow-headers':
    'Authorization, Content-Type, X-Requested-With, X-Host-Code, X-Upload-Id, X-Verify, Content-Range, Content-Total, Content-First-Slice, If-None-Match',
  'access-control-max-age': '600',
});

/** Answers a browser's preflight, with permission only for an origin that an embed token could name. */
function allowPreflight(app: FastifyInstance, call: CallShape, parts: ServeParts): void {
  const { mayEmbed, admission, networkOf, addressOf } = parts;
  if (call.embed === undefined || !mayEmbed) return;
  // One address may have a GET and a POST, which browsers allow anyway.
  if (app.hasRoute({ method: 'OPTIONS', url: fastifyPath(call.path) })) return;
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOf(request.headers['accept-language']);
    const fault = wireFault(error, { style: parts.style, locale, requestId: request.id });
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

function bind(app: FastifyInstance, bound: Bound, parts: ServeParts): void {
  const { call } = bound;
  if (call.verify && !parts.verify) throw new Error(`Nobody checks who asks for ${bound.name}`);
  const makesItsHead = isPlain(call);
  const arrive = (request: FastifyRequest, reply: FastifyReply): Visit => {
    const visit = new Visit({ bound, request, reply, door: parts });
    request.visit = visit;
    if (!makesItsHead) openHead(visit);
    return visit;
  };
  const answer = (request: FastifyRequest) => {
    if (!request.visit) throw new Error('A call was reached past its gate');
    const { visit } = request;
    return visit.work(() => run(visit, parts));
  };
  const rules = {
    method: call.method,
    url: fastifyPath(call.path),
    bodyLimit: bodyLimitOf(call),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void fail(request.visit ?? arrive(request, reply), error, parts);
    },
  };
  if (call.method === 'GET') {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const visit = arrive(request, reply);
      visit.enter();
      return whenReady(parts.admit(visit), () => visit.work(() => run(visit, parts)));
    };
    app.route({ ...rules, handler });
  }
  // Before a byte of the body is read.
  else {
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = arrive(request, reply);
      visit.enter();
      await parts.admit(visit);
      reserveDeclared(visit);
    };
    app.route({ ...rules, onRequest, handler: answer });
  }
  allowPreflight(app, call, parts);
}

/** Binds calls to their handlers. Every rule that the contract states for a call is kept here, for all of them alike. */
export function serve<C extends Calls>(
  app: FastifyInstance,
  given: { readonly calls: C; readonly handlers: Handlers<C> },
  parts: ServeParts,
): void {
  const all = Object.entries(given.calls).map(([name, call]): Bound => {
    const handler = given.handlers[name as keyof C] as Bound['handler'];
    return { name, call, handler };
  });
  const isRead = ({ call }: Bound) => call.method === 'GET';
  for (const bound of all.filter(isRead)) bind(app, bound, parts);
  // Apart from those that have no body: what reads bodies hooks into every request of its instance.
  void app.register(async (inner) => {
    await acceptBodies(inner);
    for (const bound of all.filter((other) => !isRead(other))) bind(inner, bound, parts);
  });
}
