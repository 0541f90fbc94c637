import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type {
  AccountCode,
  CallReply,
  CallRequest,
  CallShape,
  HostCode,
  Locale,
  Role,
} from '@sitedeck/contract';
import type { HostScope, Session } from '#sites/host-scope';
import type { JsonText } from '#system/streams/json-text';

/** Reply of a call whose `replyForm` is `stream` or `redirect`. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer | Readable;
}

/** A large text, kept as the JSON it arrived in, outside the heap. */
export interface LargeText {
  /** The text as a JSON string. */
  readonly text: JsonText;
  /** Length of the decoded text in UTF-16 units. */
  readonly units: number;
}

/** The host and user that an operation-log row names when a call has no session. */
export interface Attribution {
  readonly hostCode: HostCode;
  readonly accountCode: AccountCode;
  readonly operator: string;
  /** Role of the session that was requested. */
  readonly role?: Role;
}

export interface PublicContext {
  readonly locale: Locale;
  readonly requestId: string;
  /** Address of the caller. */
  readonly address: string;
  /**
   * Names the object of the call for the operation log, without secrets. If the call replaces something,
   * `detail` is `{ before, after }` with the same fields in both: `note(domain, { before: { enabled: true },
   * after: { enabled: false } })`.
   */
  readonly note: (object: string, detail?: Readonly<Record<string, unknown>>) => void;
  /** Files the operation-log row of a call without a session under a host. */
  readonly attribute: (to: Attribution) => void;
  /** The session of the cookie, if the caller sent one with a call that needs none. */
  readonly visitor: () => Promise<Session | undefined>;
  /** The large text in the body of a call that saves one; undefined if the text is part of the parsed body. */
  readonly largeText: LargeText | undefined;
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

export interface OwnerContext extends PublicContext {
  readonly session: Session;
  readonly scope: HostScope;
}

export interface ProviderContext extends PublicContext {
  /** Name of the provider key. */
  readonly key: string;
  readonly scopes: readonly string[];
}

export type ContextOf<C extends CallShape> = C['access'] extends 'public'
  ? PublicContext
  : C['access'] extends 'provider'
    ? ProviderContext
    : OwnerContext;

/** A `JsonText` is already serialized, and its producer has validated it. */
type ReplyOf<C extends CallShape> = C['replyForm'] extends 'stream' | 'redirect'
  ? RawReply
  : CallReply<C> | JsonText;

/** A handler returns cached values without a promise. */
export type Handler<C extends CallShape> = (
  request: CallRequest<C>,
  context: ContextOf<C>,
) => ReplyOf<C> | Promise<ReplyOf<C>>;

/** One handler for each call; a missing one does not compile. */
export type Handlers<Calls extends Readonly<Record<string, CallShape>>> = {
  readonly [Name in keyof Calls]: Handler<Calls[Name]>;
};
