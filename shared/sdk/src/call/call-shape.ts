import type { CallInput, CallReply, CallShape } from '@sitedeck/contract';
import type { CallParts } from './address';
import type { ClientFaultReason } from './client-faults';

/** Sent bytes of a request, or received bytes of a reply. */
export interface UploadProgress {
  readonly loaded: number;
  readonly total: number | undefined;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the browser adds the cookies of the console's origin. */
  readonly withCookie: boolean;
  readonly body: unknown;
  /** Whether the reply is read as a `Blob`. */
  readonly stream: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onUploadProgress: ((progress: UploadProgress) => void) | undefined;
  readonly onDownloadProgress: ((progress: UploadProgress) => void) | undefined;
}

/** A reply with any status. */
export interface HttpReply {
  readonly is: 'reply';
  readonly status: number;
  readonly statusText: string;
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
}

export type SendResult =
  HttpReply | { readonly is: 'lost'; readonly reason: Extract<ClientFaultReason, 'aborted' | 'offline'> };

/** A reply that counts as success. `res` is the payload: `res` of the envelope, a `Blob`, or the raw body. */
export interface AnyHttpReply {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly res: unknown;
}

/** How a request reaches the server and its reply comes back. */
export type Transport = (request: HttpRequest) => Promise<SendResult>;

type Absent<C extends CallShape> = {
  [Part in keyof CallInput<C>]: undefined extends CallInput<C>[Part] ? Part : never;
}[keyof CallInput<C>];

/**
 * What a caller passes: the parts that the call declares. The bytes of an upload are `FormData`, or a `Blob`
 * that has a type.
 */
export type InputOf<C extends CallShape> = Omit<CallInput<C>, Absent<C>> &
  Partial<Pick<CallInput<C>, Absent<C> & ('params' | 'query')>> &
  (C['bodyForm'] extends 'upload'
    ? { readonly body: FormData | Blob }
    : Partial<Pick<CallInput<C>, Absent<C> & 'body'>>);

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onUploadProgress?: (progress: UploadProgress) => void;
  /** Received bytes of a stream's reply; its total is often unknown. */
  readonly onDownloadProgress?: (progress: UploadProgress) => void;
  /** A host other than the page's current one. */
  readonly hostCode?: string;
  /** Only rejects, without an announcement in the shell. Polls are always quiet. */
  readonly quiet?: boolean;
}

export type Call = <C extends CallShape>(
  def: C,
  input: InputOf<C>,
  options?: CallOptions,
) => Promise<CallReply<C>>;

/** A call with its status and headers; 304 is a valid reply here. */
export type Exchange = (def: CallShape, parts: CallParts, options?: CallOptions) => Promise<AnyHttpReply>;
