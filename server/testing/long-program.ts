import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup, start, type Command } from '#system/process/exec';
import { isPortOpen } from './is-port-open';

/** Starts a server program and waits until its TCP port is open; the result ends it. */
export async function startServer(
  command: Command,
  { port, env }: { readonly port: number; readonly env?: Readonly<Record<string, string>> },
): Promise<() => Promise<void>> {
  const child = start(command, { stdio: 'ignore', ...(env && { env }) });
  while (!(await isPortOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${command.file} does not start`);
    await sleep(20);
  }
  return async () => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    killGroup(child.pid, 'SIGKILL');
    await gone;
  };
}
