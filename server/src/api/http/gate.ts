import type { FastifyRequest } from 'fastify';
import { meets, type CallShape, type HostTraits, type SessionEnding } from '@sitedeck/contract';
import type { StartedProcess } from '#links/process-start';
import { scopeOfSession, type HostFacts, type Session } from '#sites/host-scope';
import type { TaskRow } from '#state/tables';
import { Refusal } from '#faults/refusal';
import { whenReady } from '#system/concurrency/when-ready';
import type { Exchange } from './exchange';

type Maybe<Value> = Value | undefined | Promise<Value | undefined>;

export interface GateParts {
  /** The console's own origins; all others are refused. */
  readonly origins: readonly string[];
  readonly cages: StartedProcess['cages'];
  readonly readCookie: (header: string | undefined) => string | undefined;
  readonly findSession: (token: string, active: boolean) => Maybe<Session>;
  /** Why the token of a cookie has no live session. */
  readonly whyEnded: (token: string) => Promise<SessionEnding>;
  readonly findEmbed: (token: string) => Promise<Session | undefined>;
  readonly findHost: (hostCode: string) => Promise<HostFacts | undefined>;
  readonly peekHost: (hostCode: string) => HostFacts | undefined;
  /** The task that holds the workspace lock of a host. */
  readonly lockedBy: (hostCode: string) => Promise<TaskRow | undefined>;
  /** Refuses if `given`, the value of `X-Verify`, does not prove the caller's identity. */
  readonly verify: (claimed: ProofRequest) => Promise<void>;
}

/** A sensitive call whose proof of identity is being checked. */
interface ProofRequest {
  readonly given: string | undefined;
  /** Name of the call. */
  readonly act: string;
  readonly session: Session;
  readonly host: HostFacts;
  readonly address: string;
}

/** Browsers navigate to these addresses, or programs without a session read them, so they can't carry the header. */
const WITHOUT_HEADER: ReadonlySet<string> = new Set([
  'loginByToken',
  'openLink',
  'openBackup',
  'openSiteImage',
  'getConfig',
]);

const BEARER = /^Bearer ([\w.~+/=-]+)$/;

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new Refusal('bad-header');
  return token;
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

export interface Gate {
  /**
   * Admits a call and sets its session and scope if it needs them, or refuses it. Returns no promise if
   * everything it needs is cached.
   */
  readonly admit: (exchange: Exchange) => void | Promise<void>;
  /** Refuses an admitted change while a task locks the workspace. */
  readonly checkLock: (exchange: Exchange) => void | Promise<void>;
  /** Checks the proof of identity of an admitted sensitive call. */
  readonly verify: (exchange: Exchange) => Promise<void>;
  /** The session of the cookie, for calls that need none. */
  readonly visitor: (request: FastifyRequest) => Promise<Session | undefined>;
}

function checkEmbed(session: Session, call: CallShape, origin: string | undefined): void {
  if (session.credential.is !== 'embed') return;
  if (origin !== session.credential.origin) throw new Refusal('bad-header');
  const { embed } = call;
  if (embed === undefined || (embed !== 'any' && !embed.includes(session.credential.remote)))
    throw new Refusal('not-allowed');
}

interface Caller extends Pick<GateParts, 'cages'> {
  readonly session: Session;
  readonly host: HostFacts;
}

const traitsOf = ({ session, host, cages }: Caller): HostTraits => ({
  role: session.role,
  language: host.language,
  productType: host.product_type,
  instanceType: host.instance_type,
  plugin: host.plugin,
  caged: cages === 'on',
});

function checkRules(exchange: Exchange, caller: Caller): void {
  const { call } = exchange.bound;
  const { session, host } = caller;
  const requestedHost = headerOf(exchange.raw.request, 'x-host-code');
  if (requestedHost !== undefined && requestedHost !== session.hostCode) throw new Refusal('host-changed');
  if (call.access === 'administrator' && session.role !== 'ADMINISTRATOR') throw new Refusal('not-allowed');
  // Checked first: the owner of a suspended host has to learn that before anything else.
  if (host.service_status === 'BLOCKING' && !call.passesBlock) throw new Refusal('host-blocked');
  if (call.when && !meets(traitsOf(caller), call.when)) throw new Refusal('not-allowed');
}

/** A slice of an upload takes the lock itself, so it does not wait for it. */
const waitsForLock = (call: CallShape): boolean =>
  call.effect === 'change' && !call.passesLock && call.bodyForm !== 'upload';

export function makeGate(parts: GateParts): Gate {
  const origins = new Set(parts.origins);

  const authenticateEmbed = async (exchange: Exchange, bearer: string): Promise<Session> => {
    const session = await parts.findEmbed(bearer);
    if (!session) throw new Refusal('session-expired');
    // Set before the checks, so that the log of a refusal names the session.
    exchange.session = session;
    checkEmbed(session, exchange.bound.call, exchange.raw.request.headers.origin);
    return session;
  };

  const refuseEnded = async (cookie: string): Promise<never> => {
    throw new Refusal(await parts.whyEnded(cookie));
  };

  const authenticate = (exchange: Exchange): Session | Promise<Session> => {
    const { request } = exchange.raw;
    const { origin } = request.headers;
    const cookie = parts.readCookie(request.headers.cookie);
    const bearer = bearerOf(request);
    if (bearer !== undefined && cookie !== undefined) throw new Refusal('bad-header');
    if (bearer !== undefined) return authenticateEmbed(exchange, bearer);
    if (origin !== undefined && !origins.has(origin)) throw new Refusal('bad-header');
    if (cookie === undefined) throw new Refusal('session-expired');
    const found = parts.findSession(cookie, exchange.bound.call.passive !== true);
    return whenReady(found, (session) => session ?? refuseEnded(cookie));
  };

  const refuseLocked = async (exchange: Exchange, hostCode: string): Promise<void> => {
    const task = await parts.lockedBy(hostCode);
    if (!task) return;
    const upload = headerOf(exchange.raw.request, 'x-upload-id');
    const isUploader =
      upload !== undefined && task.type === 'UPLOAD_FILE' && task.params['uploadId'] === upload;
    if (!isUploader) throw new Refusal('workspace-busy');
  };

  const enter = (exchange: Exchange, session: Session, host: HostFacts | undefined): void => {
    // The host is gone, but the end of its session has not been announced to this process yet.
    if (!host) throw new Refusal(session.credential.is === 'cookie' ? 'host-removed' : 'session-expired');
    checkRules(exchange, { session, host, cages: parts.cages });
    exchange.scope = scopeOfSession(session, host);
  };

  const admit = (exchange: Exchange): void | Promise<void> => {
    const { bound } = exchange;
    const { headers } = exchange.raw.request;
    if (!WITHOUT_HEADER.has(bound.name)) {
      if (headers['x-requested-with'] !== 'XMLHttpRequest') throw new Refusal('bad-header');
      if (bound.call.access === 'public' && headers.origin !== undefined && !origins.has(headers.origin))
        throw new Refusal('bad-header');
    }
    if (bound.call.access === 'public') return;
    return whenReady(authenticate(exchange), (session) => {
      exchange.session = session;
      // Before any work for the host starts: from now on the call counts only against the host's limits.
      exchange.identify('host', session.hostCode);
      const host = parts.peekHost(session.hostCode) ?? parts.findHost(session.hostCode);
      return whenReady(host, (found) => enter(exchange, session, found));
    });
  };

  return {
    admit,
    checkLock: (exchange) =>
      exchange.scope && waitsForLock(exchange.bound.call)
        ? refuseLocked(exchange, exchange.scope.hostCode)
        : undefined,
    verify: async ({ bound, session, scope, address, raw }) => {
      if (!session || !scope) throw new Error('A sensitive call past its gate');
      const given = headerOf(raw.request, 'x-verify');
      await parts.verify({ given, act: bound.name, session, host: scope.host, address });
    },
    visitor: async (request) => {
      const cookie = parts.readCookie(request.headers.cookie);
      return cookie === undefined ? undefined : parts.findSession(cookie, true);
    },
  };
}
