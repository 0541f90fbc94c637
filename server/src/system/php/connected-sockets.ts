import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** States in `/proc/net/unix`: waiting to be accepted, and accepted. A listener has another state. */
const OPEN = new Set(['02', '03']);
const ROW = /^\S+: \S+ \S+ \S+ \S+ (\S+) +\d+ (\/.*)$/;

/**
 * Names of the sockets in a folder with a connection, accepted or waiting. The kernel lists each accepted connection
 * under the path of its listener. Undefined if this machine has no such list.
 */
export async function connectedSockets(folder: string): Promise<ReadonlySet<string> | undefined> {
  const text = await readFile('/proc/net/unix', 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const rows = text.split('\n').flatMap((line) => {
    const [, state = '', path = ''] = ROW.exec(line) ?? [];
    return OPEN.has(state) && dirname(path) === folder ? [basename(path)] : [];
  });
  return new Set(rows);
}
