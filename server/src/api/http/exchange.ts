import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallShape, Locale } from '@sitedeck/contract';
import { requestedObject } from '@sitedeck/contract/requested-object';
import type { Attribution, LargeText, PublicContext } from '../calls/handlers';
import type { HostScope, Session } from '#sites/host-scope';
import type { Operation } from '#sites/api/operation-log';
import { localeOf } from '#system/text/accept-language';
import { busyRefusal, type RefusalValue } from '#faults/refusal';
import type { Admission, CallerKind, AdmissionShare } from './admission';
import { areaOf } from './area';
import type { ParsedInput } from './parse-call';

/**
 * A call bound to its handler. Types were checked when the handlers were passed in; here all calls share one
 * type.
 */
export interface BoundCall {
  readonly name: string;
  readonly call: CallShape;
  readonly handler: (request: unknown, context: unknown) => unknown;
}

const NO_VALUES = {};

interface Arrival {
  readonly bound: BoundCall;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly listener: ListenerParts;
}

/** How a listener identifies callers; each value is computed only when needed. */
export interface ListenerParts {
  readonly addressOf: (request: FastifyRequest) => string;
  /** Maps an address to the network that limits count by. */
  readonly networkOf: (address: string) => string;
  readonly admission: Admission;
  /** The session of a cookie that the caller sent with a call that needs none. */
  readonly visitor: (request: FastifyRequest) => Promise<Session | undefined>;
}

/** One request to a call: what is known of it so far, also for the log if it fails. */
export class Exchange implements PublicContext {
  readonly requestId: string;
  readonly bound: BoundCall;
  readonly raw: PublicContext['raw'];
  private readonly listener: ListenerParts;
  session: Session | undefined = undefined;
  scope: HostScope | undefined = undefined;
  /** Name of the provider key. */
  key: string | undefined = undefined;
  /** Scopes of the provider key. */
  scopes: readonly string[] = [];
  largeText: LargeText | undefined = undefined;
  /** The input, once it was parsed. */
  input: ParsedInput | undefined = undefined;
  private pass: AdmissionShare | undefined = undefined;
  private isRunning = false;
  private isClosed = false;
  private readonly arrived = performance.now();
  private object = '';
  private detail: Readonly<Record<string, unknown>> = {};
  private attribution: Attribution | undefined = undefined;
  private fault: Readonly<Record<string, RefusalValue>> = NO_VALUES;

  constructor({ bound, request, reply, listener }: Arrival) {
    this.bound = bound;
    this.raw = { request, reply };
    this.requestId = request.id;
    this.listener = listener;
  }

  /** Counts the call against the limits. Refuses with `too-busy`. */
  enter(): void {
    const kind = this.bound.call.access === 'public' ? 'address' : 'arrival';
    this.pass = this.listener.admission.enter(kind, this.listener.networkOf(this.address));
    this.raw.reply.raw.once('close', () => {
      this.isClosed = true;
      this.leave();
    });
  }

  /** Call when the caller is known: from now on the call counts for that caller. Refuses with `too-busy`. */
  identify(kind: CallerKind, name: string): void {
    this.refuseGone();
    const known = this.listener.admission.enter(kind, name);
    this.pass?.leave();
    this.pass = known;
  }

  /** Call before reading this many bytes of the body. Refuses with `too-busy`. */
  reserve(bytes: number): void {
    this.pass?.reserve(bytes);
  }

  /** Counts bytes of the reply until the caller has read them. */
  hold(bytes: number): void {
    this.pass?.hold(bytes);
  }

  /**
   * Does the work of the call, which counts against the limits until both response and work have ended.
   * Refuses with `too-busy` if the caller has disconnected.
   */
  work<Value>(work: () => Value | Promise<Value>): Value | Promise<Value> {
    this.refuseGone();
    const result = work();
    if (!(result instanceof Promise)) return result;
    this.isRunning = true;
    return result.finally(() => {
      this.isRunning = false;
      this.leave();
    });
  }

  /** A call that is counted after its connection closed would never be released. */
  private refuseGone(): void {
    if (this.isClosed) throw busyRefusal();
  }

  private leave(): void {
    if (this.isClosed && !this.isRunning) this.pass?.leave();
  }

  // Getters of bound functions, since handlers destructure the context. Few calls need them, so none is
  // created in advance.
  get note(): PublicContext['note'] {
    return (object, detail = {}) => {
      this.object = object;
      this.detail = detail;
    };
  }

  get attribute(): PublicContext['attribute'] {
    return (to) => {
      this.attribution = to;
    };
  }

  get visitor(): PublicContext['visitor'] {
    return () => this.listener.visitor(this.raw.request);
  }

  get address(): string {
    return this.listener.addressOf(this.raw.request);
  }

  get locale(): Locale {
    return localeOf(this.raw.request.headers['accept-language']);
  }

  /** Whether a handler has named the call's object for the log. */
  get isNoted(): boolean {
    return this.object !== '';
  }

  /** Stores the values of the refusal's message, so that the log can show it in any reader's language. */
  refuse(values: Readonly<Record<string, RefusalValue>>): void {
    this.fault = values;
  }

  /** Seconds since the request arrived. */
  seconds(): number {
    return (performance.now() - this.arrived) / 1000;
  }

  /** A call that is refused before its handler has named its object was about what it requested. */
  private objectOf(result: string): string {
    return this.object === '' && result !== 'ok' ? requestedObject(this.input?.body) : this.object;
  }

  /** The row of the operation log. */
  operation(result: string): Operation {
    const { session, bound } = this;
    const about: Partial<Attribution> = this.attribution ?? session ?? {};
    const { hostCode = null, accountCode = null } = about;
    return {
      hostCode,
      accountCode,
      operator: this.key ?? (session ?? about).operator ?? '',
      role: this.key === undefined ? ((session ?? about).role ?? '') : 'PROVIDER',
      address: this.address,
      area: areaOf(bound.call.path),
      action: bound.name,
      object: this.objectOf(result),
      result,
      detail: {
        ...this.detail,
        ...(session?.credential.is === 'embed' && { embed: session.credential.remote }),
        ...(Object.keys(this.fault).length > 0 && { fault: this.fault }),
      },
      requestId: this.requestId,
    };
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | null;
  }
}
