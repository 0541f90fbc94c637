import type { Fault } from '@sitedeck/contract';

/** How an upload ended, as the status of its task. */
export type UploadResult = 'RUNNING_SUCCESS' | 'RUNNING_FAIL' | 'STOP';

export type UploadPhase =
  | { readonly is: 'starting' }
  | { readonly is: 'sending' }
  /** The connection is lost; what arrived is kept, the rest goes on by itself. */
  | { readonly is: 'reconnecting' }
  /** By its owner, or by `fault`: what arrived is kept, the rest waits for its owner. */
  | { readonly is: 'paused'; readonly fault?: Fault }
  | { readonly is: 'cancelling' }
  | { readonly is: 'ended'; readonly result: UploadResult };

export interface FailedFile {
  readonly path: string;
  readonly fault: Fault;
}

/** A file that is not done yet. */
export interface FileRow {
  readonly path: string;
  readonly size: number;
  /** Bytes sent. */
  readonly sent: number;
  readonly state: 'sending' | 'waiting' | 'failed' | 'cancelled';
  readonly fault?: Fault;
}

/** State of an upload, under the names of `TaskProgress`. Bytes are those the server has confirmed. */
export interface UploadSnapshot {
  readonly folder: string;
  /** ms since 1970. */
  readonly startedAt: number;
  readonly phase: UploadPhase;
  /** Number of files that arrived, of `total`. */
  readonly uploaded: number;
  readonly total: number;
  /** Bytes that arrived, of `totalSize`. */
  readonly size: number;
  readonly totalSize: number;
  /** Finished bytes over all bytes, 0…1; counts files if all are empty. */
  readonly ratio: number;
  /** Bytes per second over the last seconds; absent at the start and while nothing is sent. */
  readonly rate?: number;
  /** Relative path of the file that is being sent. */
  readonly uploading?: string;
  readonly failed: readonly FailedFile[];
}

export function uploadResult(failed: number, cancelled: boolean): UploadResult {
  if (failed > 0) return 'RUNNING_FAIL';
  return cancelled ? 'STOP' : 'RUNNING_SUCCESS';
}

type Counts = Pick<UploadSnapshot, 'uploaded' | 'total' | 'size' | 'totalSize'>;

export function uploadRatio({ uploaded, total, size, totalSize }: Counts): number {
  if (totalSize > 0) return size / totalSize;
  return total > 0 ? uploaded / total : 0;
}
