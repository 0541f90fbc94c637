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

/** A text that is kept as the JSON it came in, outside the heap. */
export interface LargeText {
  /** The text as a JSON string. */
  readonly text: JsonText;
  /** UTF-16 units of its value. */
  readonly units: number;
}

/** Whom an operation-log row of a call without a session is about. */
export interface Attribution {
  readonly hostCode: HostCode;
  readonly accountCode: AccountCode;
  readonly operator: string;
  /** Where a session was asked for. */
  readonly role?: Role;
}

export interface PublicContext {
  readonly locale: Locale;
  readonly requestId: string;
  /** Address of the caller. */
  readonly address: string;
  /**
   * What the call was about, for the operation log. No secrets. Where something is replaced the detail says
   * `{ before, after }`, each with the same names: `note(domain, { before: { enabled: true }, after: { enabled: false } })`.
   */
  readonly note: (object: string, detail?: Readonly<Record<string, unknown>>) => void;
  /** Puts the row of a call without a session under a host. */
  readonly attribute: (to: Attribution) => void;
  /** Whose cookie came with a call that needs none. */
  readonly visitor: () => Promise<Session | undefined>;
  /** The text of a call that saves one; absent if it is part of the parsed body. */
  readonly largeText: LargeText | undefined;
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

export interface OwnerContext extends PublicContext {
  readonly session: Session;
  readonly scope: HostScope;
}

export interface ProviderContext extends PublicContext {
  /** Name of the key. */
  readonly key: string;
  readonly scopes: readonly string[];
}

export type ContextOf<C extends CallShape> = C['access'] extends 'public'
  ? PublicContext
  : C['access'] extends 'provider'
    ? ProviderContext
    : OwnerContext;

/** A `JsonText` is serialized already, and its producer has checked it. */
type ReplyOf<C extends CallShape> = C['replyForm'] extends 'stream' | 'redirect'
  ? RawReply
  : CallReply<C> | JsonText;

/** What is in memory is answered at once. */
export type Handler<C extends CallShape> = (
  request: CallRequest<C>,
  context: ContextOf<C>,
) => ReplyOf<C> | Promise<ReplyOf<C>>;

/** One handler for each call; a missing one does not compile. */
export type Handlers<Calls extends Readonly<Record<string, CallShape>>> = {
  readonly [Name in keyof Calls]: Handler<Calls[Name]>;
};
