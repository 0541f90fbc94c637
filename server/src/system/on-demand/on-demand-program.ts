import type { Socket } from 'node:net';

/** A program of a host that runs only while it has visitors. */
export interface OnDemandProgram {
  /** It runs or is starting. */
  readonly isRunning: boolean;
  /** Connects to the program and starts it if it does not run. */
  connect(): Promise<Socket>;
  /** Ends the program permanently. */
  close(): Promise<void>;
}
