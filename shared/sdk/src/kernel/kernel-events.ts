import type { Fault, Task } from '@sitedeck/contract';
import type { Lack } from '../call/access';

/** How loud a refused call is (specification, section 8): `error` for a body that refuses, `warning` for the transport. */
export type FaultTone = 'error' | 'warning';

export interface KernelEvents {
  /** A task of the last 24 hours has finished and nobody was told yet. */
  'task-finished': Task;
  /** A task waits or runs; once per task. */
  'task-open': Task;
  /** There is no token any more, in a page that is handed tokens; `call` is the path that was refused. */
  'auth-required': { readonly call: string; readonly reason: Lack };
  /** The session is on another host by now: no call of this page is carried out any more. `asked`: by somebody, not a poll. */
  'host-changed': { readonly fault: Fault; readonly asked: boolean };
  /** The session is over and the page leaves for sign-in at once: what was typed is kept now or never. */
  'session-ending': { readonly call: string };
  /** The page is about to change inside the console: whoever holds unsaved work stops it, asks, and goes on itself. */
  leaving: { readonly path: string; readonly stop: () => void; readonly go: () => void };
  /** A call was refused and its caller did not ask for silence. */
  fault: { readonly fault: Fault; readonly tone: FaultTone };
}
