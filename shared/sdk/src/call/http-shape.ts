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
