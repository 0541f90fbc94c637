import type { FaultReason } from '@sitedeck/contract';
import type { RefusalDetail } from '#faults/refusal';

/** Descriptors a child is born with, besides the three standard ones. */
export const CHANNEL_FD = 3;
export const LISTEN_FD = 4;

/** Calls whose reply the child sends as text, so that no process in between has to parse it. */
export const TEXT_REPLIES: readonly string[] = ['listFolder', 'readText', 'readVersion'];

/** Parent to child, a JSON line each. */
export type ToChild =
  | { readonly id: number; readonly verb: string; readonly body: unknown }
  | { readonly id: number; readonly abort: true }
  /** More of that call's progress is wanted only when this is taken back. */
  | { readonly id: number; readonly hold: boolean }
  | { readonly quota: number | null }
  /** The report of that number is written down. */
  | { readonly ack: number }
  /** Answered with a pulse. */
  | { readonly ping: true };

/** How far an upload is: what has arrived in this life of the child, and what it knows from before. */
export interface UploadReport {
  readonly id: string;
  /** Files that stand under their names. */
  readonly files: number;
  /** Files begun and not finished. */
  readonly open: number;
  /** Bytes that have arrived, finished or not. */
  readonly bytes: number;
  readonly current?: string | undefined;
}

/** How far a zip that streams to a browser is. */
export interface StreamReport {
  readonly ticket: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly files: number;
  readonly bytes: number;
  readonly failed: readonly string[];
}

export type ChildEvent =
  | { readonly event: 'ready' }
  | { readonly event: 'idle' }
  /** With `ack` the child ends its answer only when the report is written down. */
  | ({ readonly event: 'upload'; readonly ack?: number | undefined } & UploadReport)
  | ({ readonly event: 'stream'; readonly ack?: number | undefined } & StreamReport);

/** Child to parent. */
export type FromChild =
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly progress: unknown }
  | {
      readonly id: number;
      readonly refusal: { readonly reason: FaultReason; readonly detail: RefusalDetail };
    }
  | { readonly id: number; readonly broken: string }
  | { readonly pulse: true }
  | ChildEvent;
