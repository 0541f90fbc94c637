import type { UploadPart, UploadRequest } from '@sitedeck/contract';
import type { ByteRange } from './ranges';

/** What the server says about a file after a request that held bytes of it. */
export interface SentFile {
  readonly path: string;
  readonly done: boolean;
  /** Its path, if its name was taken and both files are kept. */
  readonly to?: string | undefined;
  /** Why the server gave it up, in words. */
  readonly failed?: string | undefined;
  readonly reason?: string | undefined;
}

export interface KnownFile {
  readonly path: string;
  readonly done: boolean;
  readonly to?: string | undefined;
  readonly received: readonly ByteRange[];
}

/** A file, or a slice of one, on its way: whether it arrived whole is always checked. */
export type SentPart = UploadPart & { readonly hash: string };

export interface SendRequest extends UploadRequest {
  readonly folder: string;
  readonly items: readonly SentPart[];
  readonly signal: AbortSignal;
  /** Bytes of this request that have left so far. */
  readonly onSent: (bytes: number) => void;
}

export interface EndedUpload {
  readonly id: string;
  readonly cancelled: boolean;
  /** What is missing was given up by its owner. */
  readonly dropped: boolean;
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
