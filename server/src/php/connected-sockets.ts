import { readFile } from 'node:fs/promises';
import { singleFlight } from '#system/concurrency/single-flight';
import { lentName } from '#system/on-demand/lend-listener';

/** States in `/proc/net/unix`: waiting to be accepted, and accepted. A listener has another state. */
const OPEN = new Set(['02', '03']);
const ROW = /^\S+: \S+ \S+ \S+ \S+ (\S+) +\d+ (\/.*)$/;

/**
 * Paths of sockets with a connection, accepted or waiting. The kernel lists each accepted connection under the path at
 * which its listener was opened. Undefined if this machine has no such list. Callers share one reading: the list is
 * long, and hundreds of masters may wait for their last request.
 */
export const connectedSockets = singleFlight(async (): Promise<ReadonlySet<string> | undefined> => {
  const text = await readFile('/proc/net/unix', 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const rows = text.split('\n').flatMap((line) => {
    const [, state = '', path = ''] = ROW.exec(line) ?? [];
    return OPEN.has(state) ? [path] : [];
  });
  return new Set(rows);
});

/** Whether a listener that was lent under this path has a connection. True if this machine can't tell. */
export const isConnected = async (socket: string): Promise<boolean> =>
  (await connectedSockets())?.has(lentName(socket)) ?? true;
