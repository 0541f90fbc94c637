import type { z } from 'zod';
import type { Conditions } from './conditions';
import type { TaskKind } from '../task/kind';

/**
 * Who may make a call. `public`: anyone. `owner`: a signed-in session on its own host. `administrator`: the provider
 * acting on a host. `provider`: a provider key on the provider's listener.
 */
export type Access = 'public' | 'owner' | 'administrator' | 'provider';

/** What a provider key may do. Only the first key has `keys`; `remotes` is granted per remote, as `remotes:<name>`. */
export type KeyScope = 'hosts' | 'tokens' | 'metrics' | 'remotes' | 'keys';

/** How the body is sent. `upload` and `stream` bypass the schema: the handler reads the bytes. */
export type BodyForm = 'none' | 'json' | 'form' | 'upload';
export type ReplyForm = 'envelope' | 'stream' | 'redirect';

type Shape = z.ZodType;

interface CallRules {
  readonly summary: string;
  readonly access: Access;
  /** For `access: 'provider'` only: the scope that the key needs. */
  readonly scope?: KeyScope;
  /**
   * A `read` changes nothing; a `change` is refused while a task locks the workspace, and enters the operation log.
   */
  readonly effect: 'read' | 'change' | 'session';
  /** For a `change` that may run while the workspace is locked (stop a task, mark it as seen). */
  readonly passesLock?: true;
  /** Only hosts and roles that meet these may make the call; the menu entry of its page has the same. */
  readonly when?: Conditions;
  /** Stays open on a suspended host. */
  readonly passesBlock?: true;
  /** Needs step-up: the header `X-Verify`. */
  readonly verify?: true;
  /** A poll or beacon: does not keep the session alive. */
  readonly passive?: true;
  /** A portal may make it with an embed token: for any remote, or only for the named ones. */
  readonly embed?: 'any' | readonly string[];
  readonly taskKind?: TaskKind;
}

export interface CallShape extends CallRules {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters are written as `{name}`. */
  readonly path: `/${string}`;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly bodyForm: BodyForm;
  readonly reply: Shape;
  readonly replyForm: ReplyForm;
  /**
   * For a stream of JSON lines: the shape of one line. The last one is `end` or `failed`; otherwise the reply was
   * cut.
   */
  readonly event?: Shape;
}

type CallDefinition = Omit<CallShape, 'bodyForm' | 'replyForm'> &
  Partial<Pick<CallShape, 'bodyForm' | 'replyForm'>>;

type WithForms<Def extends CallDefinition> = Def & {
  readonly bodyForm: Def['bodyForm'] extends BodyForm ? Def['bodyForm'] : BodyForm;
  readonly replyForm: Def['replyForm'] extends ReplyForm ? Def['replyForm'] : ReplyForm;
};

/** Defines a call once; server, SDK, OpenAPI and tests derive from the value. */
export function defineCall<const Def extends CallDefinition>(def: Def): WithForms<Def> {
  const bodyForm = def.bodyForm ?? (def.body ? 'json' : 'none');
  return { ...def, bodyForm, replyForm: def.replyForm ?? 'envelope' };
}

type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<C, Key extends string> = C extends Readonly<Record<Key, infer S>> ? S : undefined;

/** What a caller passes, before parsing. */
export interface CallInput<C extends CallShape> {
  readonly params: In<Part<C, 'params'>>;
  readonly query: In<Part<C, 'query'>>;
  readonly body: In<Part<C, 'body'>>;
}

/** What a handler receives, parsed. */
export interface CallRequest<C extends CallShape> {
  readonly params: Out<Part<C, 'params'>>;
  readonly query: Out<Part<C, 'query'>>;
  readonly body: Out<Part<C, 'body'>>;
}

/** One line of a streamed reply. */
export type CallEvent<C extends CallShape> = Out<Part<C, 'event'>>;

/** What a caller gets in `res` of the envelope. */
export type CallReply<C extends CallShape> = z.output<C['reply']>;
