import type { UploadPart, UploadRequest } from '@sitedeck/contract';
import type { ByteRange } from './ranges';

/** What the server reports about a file after a request with bytes of it. */
export interface SentFile {
  readonly path: string;
  readonly done: boolean;
  /** Its path, if its name was taken and both files are kept. */
  readonly to?: string | undefined;
  /** Why the server rejected the file, in words. */
  readonly failed?: string | undefined;
  readonly reason?: string | undefined;
}

export interface KnownFile {
  readonly path: string;
  readonly done: boolean;
  readonly to?: string | undefined;
  readonly received: readonly ByteRange[];
}

/** A file, or a slice of one, with the hash by which the server checks it. */
export type SentPart = UploadPart & { readonly hash: string };

export interface SendRequest extends UploadRequest {
  readonly folder: string;
  readonly items: readonly SentPart[];
  readonly signal: AbortSignal;
  /** Reports the bytes of this request that have been sent. */
  readonly onSent: (bytes: number) => void;
}

export interface EndedUpload {
  readonly id: string;
  readonly cancelled: boolean;
  /** The user gave up the missing files. */
  readonly dropped: boolean;
  readonly failed: readonly { readonly path: string; readonly message: string }[];
}

/** The server as the upload engine sees it. Every call rejects with an error for `toFault`. */
export interface UploadServer {
  readonly begin: (upload: {
    folder: string;
    files: number;
    bytes: number;
    signal: AbortSignal;
  }) => Promise<string>;
  readonly send: (request: SendRequest) => Promise<readonly SentFile[]>;
  readonly status: (uploadId: string, signal: AbortSignal) => Promise<readonly KnownFile[]>;
  /** Nothing is sent for now: the workspace needs no lock. */
  readonly pause: (uploadId: string) => Promise<void>;
  readonly end: (upload: EndedUpload) => Promise<void>;
}
