import type { Fault, Task } from '@sitedeck/contract';
import type { MissingToken } from '../call/access';

/** Severity of a refused call: `error` when the body refuses, `warning` for the transport. */
export type FaultTone = 'error' | 'warning';

export interface KernelEvents {
  /** A task of the last 24 hours has finished and was not announced yet. */
  'task-finished': Task;
  /** A task waits or runs; once per task. */
  'task-open': Task;
  /**
   * A toast about a task is about to be shown. A page that shows the same itself calls `skip`, so that one event is
   * announced once.
   */
  'task-toast': { readonly task: Task; readonly is: 'open' | 'finished'; readonly skip: () => void };
  /** The page has no token any more (in a portal); `call` is the path that was refused. */
  'auth-required': { readonly call: string; readonly reason: MissingToken };
  /**
   * The session moved to another host: the server refuses every call of this page. `asked`: the user made the
   * refused call, not a poll.
   */
  'host-changed': { readonly fault: Fault; readonly asked: boolean };
  /** The session is over and the page leaves for sign-in at once: unsaved input must be stored now. */
  'session-ending': { readonly call: string };
  /**
   * The console is about to show another page: a form with unsaved work calls `stop`, asks the user, and calls
   * `go` itself.
   */
  leaving: { readonly path: string; readonly stop: () => void; readonly go: () => void };
  /** A call was refused and its caller was not quiet. */
  fault: { readonly fault: Fault; readonly tone: FaultTone };
}
