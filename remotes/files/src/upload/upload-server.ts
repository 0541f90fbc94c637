import type { ByteRange } from './ranges';
import type { UploadItem } from './upload-plan';

/** What the server says about a file after a request that held bytes of it. */
export interface SentFile {
  readonly path: string;
  readonly done: boolean;
  /** Why the server gave it up, in words. */
  readonly failed?: string | undefined;
}

export interface KnownFile {
  readonly path: string;
  readonly done: boolean;
  readonly received: readonly ByteRange[];
}

/** One request: a slice of one file (`range`), or whole small files. */
export interface SendRequest {
  readonly uploadId: string;
  readonly folder: string;
  readonly items: readonly UploadItem[];
  readonly range?: { readonly slice: ByteRange; readonly total: number };
  readonly signal: AbortSignal;
  /** Bytes of this request that have left so far. */
  readonly onSent: (bytes: number) => void;
}

export interface EndedUpload {
  readonly id: string;
  readonly cancelled: boolean;
  readonly failed: readonly { readonly path: string; readonly message: string }[];
}

/** The other side as the engine needs it. Every call rejects with something `toFault` understands. */
export interface UploadServer {
  readonly begin: (upload: {
    folder: string;
    files: number;
    bytes: number;
    signal: AbortSignal;
  }) => Promise<string>;
  readonly send: (request: SendRequest) => Promise<readonly SentFile[]>;
  readonly status: (uploadId: string, signal: AbortSignal) => Promise<readonly KnownFile[]>;
  readonly end: (upload: EndedUpload) => Promise<void>;
}
