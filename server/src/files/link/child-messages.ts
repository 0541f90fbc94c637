import type { CallReply, FaultReason } from '@sitedeck/contract';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import type { z } from 'zod';
import type { RefusalDetail } from '#faults/refusal';
import type { JsonText } from '#system/streams/json-text';
import type {
  FILE_STREAMS,
  FILE_VERBS,
  FileStream,
  fileProtocol,
  FileTarget,
  FileVerb,
  TicketGrant,
} from './protocol';

/** Descriptors that a child inherits besides the three standard ones. */
export const CHANNEL_FD = 3;
export const LISTEN_FD = 4;

/** The longest reply is a text whose every byte takes two in JSON (a line break, a Latin-1 character), and its frame. */
export const LINE_LIMIT = 2 * CAT_LIMIT_BYTES + 1024 * 1024;
/** JSON brackets and commas in a reply about very many files. */
export const MANY_MARKS_MAX = 1_000_000;

/** Calls whose reply the child sends as text, so that no process in between has to parse it. */
export const TEXT_REPLIES: readonly string[] = ['listFolder', 'readText', 'readVersion'];

type FileMethods = typeof fileProtocol;

/** Methods of `fileProtocol` that the parent passes on to the child: the same request without the target. */
export type PassedMethod =
  | 'dropTicket'
  | 'stopUpload'
  | 'compress'
  | 'inspectArchive'
  | 'extract'
  | 'placeRestored'
  | 'dropExtracted'
  | 'fetchUrl'
  | 'checkMove'
  | 'moveSite'
  | 'dropMoved'
  | 'takeStream'
  | 'compareTrees'
  | 'takeAway'
  | 'putBack'
  | 'measure'
  | 'countForFtp';

/** Absent if every user of the machine may read the file, so that the web server can send it itself. */
export interface TicketReply {
  readonly ticket?: string;
}

/** The body of each call, by the name of the call. */
export type ChildBodies = {
  readonly [V in FileVerb]: z.output<(typeof FILE_VERBS)[V]['body']>;
} & {
  readonly [S in FileStream]: z.output<(typeof FILE_STREAMS)[S]['body']>;
} & {
  readonly [M in PassedMethod]: Omit<z.output<FileMethods[M]['request']>, keyof FileTarget>;
} & { readonly ticket: TicketGrant };
export type ChildCallName = keyof ChildBodies;

/** The reply of each call. The parent parses what it receives: a tenant's program may have written it. */
export type ChildReplies = {
  readonly [V in FileVerb]: CallReply<(typeof FILE_VERBS)[V]> | JsonText;
} & {
  readonly [S in FileStream]: Readonly<Record<string, never>>;
} & {
  readonly [M in PassedMethod]: z.input<FileMethods[M]['reply']>;
} & { readonly ticket: TicketReply };

/** One call, as the parent sends it. */
export type ChildCall<N extends ChildCallName = ChildCallName> = {
  readonly [Name in N]: { readonly id: number; readonly verb: Name; readonly body: ChildBodies[Name] };
}[N];

/** From the parent to a child, one JSON line each. */
export type ToChild =
  | ChildCall
  | { readonly id: number; readonly abort: true }
  /** Holds back the progress of a call, or lets it go on. */
  | { readonly id: number; readonly hold: boolean }
  | { readonly quota: number | null }
  /** The parent has stored the report of that number. */
  | { readonly ack: number }
  /** The child replies with a pulse. */
  | { readonly ping: true };

/** Progress of an upload, from its journal and from what has arrived since. */
export interface UploadReport {
  readonly id: string;
  /** Files that are complete under their names. */
  readonly files: number;
  /** Files begun and not complete. */
  readonly open: number;
  /** Bytes received, of complete files and others. */
  readonly bytes: number;
  readonly current?: string | undefined;
}

/** Progress of a zip that streams to a browser. */
export interface StreamReport {
  readonly ticket: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly files: number;
  readonly filesTotal: number;
  readonly bytes: number;
  /** Bytes per second; absent at the start and at the end. */
  readonly rate?: number | undefined;
  readonly failed: readonly string[];
}

export type ChildEvent =
  | { readonly event: 'ready' }
  | { readonly event: 'idle' }
  /** With `ack`, the child completes its HTTP response only when the parent has stored the report. */
  | ({ readonly event: 'upload'; readonly ack?: number | undefined } & UploadReport)
  | ({ readonly event: 'stream'; readonly ack?: number | undefined } & StreamReport);

/** From a child to the parent. */
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
