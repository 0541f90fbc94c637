import type { ChildProcess } from 'node:child_process';

interface TestPostgres {
  readonly scratch: string;
  readonly server: ChildProcess;
}

let running: TestPostgres | undefined;

/** Set-up and tear-down run in one process but share no closure, so they share the server here. */
export function setTestPostgres(value: TestPostgres | undefined): void {
  running = value;
}

export const testPostgres = (): TestPostgres | undefined => running;
