import type { Fault, PublicConfig, TaskProgress } from '@sitedeck/contract';
import type { SdkApi } from '../api/sdk-api';
import type { Access } from '../call/access';
import type { Call, Exchange, Transport } from '../call/call-shape';
import type { ServerClock } from '../clock/server-clock';
import type { FailedFile, LocalTaskKind } from '../tasks/local-tasks-slice';
import type { Events } from './events';
import type { KernelEvents } from './kernel-events';
import type { SdkStore } from './store';

/** The task list of the current host, polled by one page of the browser and shared with all of them. */
export interface TaskStream {
  /** Watches another host; the list is emptied until its first reply. */
  watch: (hostCode: string) => void;
  pollNow: () => void;
  /**
   * Asks for a task that this page has just started or stopped until it ends, at most for a few seconds; absent in a
   * kernel of an older shell.
   */
  follow?: (id: number) => void;
  stop: () => void;
}

export interface LocalTaskStart {
  readonly kind: LocalTaskKind;
  readonly label: string;
  readonly progress?: TaskProgress;
}

/** What the code of a local task receives. */
export interface LocalTaskHandle {
  readonly id: string;
  /** Aborts when the user cancels; clean up and call `finish`. */
  readonly signal: AbortSignal;
  progress: (progress: TaskProgress) => void;
  /** Names the server's task that does the work; absent in a kernel of an older shell. */
  attach?: (taskId: number) => void;
  /** Ends the task: failed if any file failed, stopped if cancelled, else done. */
  finish: (failed?: readonly FailedFile[]) => void;
}

export type LocalTaskAnswer =
  | { readonly is: 'started'; readonly handle: LocalTaskHandle }
  | { readonly is: 'refused'; readonly fault: Fault };

export interface LocalTaskRunner {
  start: (task: LocalTaskStart) => LocalTaskAnswer;
  cancel: (id: string) => void;
  /** Removes a finished task from the list. */
  drop: (id: string) => void;
}

/** The parts that exist once per page: session, store, task stream and transport. */
export interface Kernel {
  readonly protocol: number;
  readonly config: PublicConfig;
  readonly store: SdkStore;
  readonly events: Events<KernelEvents>;
  readonly access: Access;
  readonly call: Call;
  readonly exchange: Exchange;
  /** An exchange over another transport than the usual one. Absent in a kernel of an older shell. */
  readonly exchangeBy?: (transport: Transport) => Exchange;
  /** Absent in a kernel of an older shell. */
  readonly clock?: ServerClock;
  readonly tasks: TaskStream;
  readonly localTasks: LocalTaskRunner;
  /** Adds RTK Query to the store; the SDK calls it once, when the first view needs it. */
  readonly attachApi: (api: SdkApi) => void;
  /** Whether the session is over and the page is leaving for sign-in. Absent in a kernel of an older shell. */
  readonly isLeaving?: () => boolean;
}
