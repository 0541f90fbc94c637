import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { z } from 'zod';

/** A listening server of Node.js; its descriptor number is not in the documented interface. */
const Listening = z.object({ _handle: z.object({ fd: z.number().int().nonnegative() }) });

/** The path at which `lendListener` opens a socket, before it moves it. The kernel lists connections under it. */
export const lentName = (path: string) => `${path}.new`;

/**
 * Opens a listening socket at `path` and lends its descriptor to `use`, which passes it to a child. It is then
 * closed here, so that only the child accepts connections.
 */
export async function lendListener<Value>(path: string, use: (fd: number) => Value): Promise<Value> {
  const server = createServer((early) => early.destroy());
  const made = lentName(path);
  // Removes the socket of a process that was killed here.
  await rm(made, { force: true });
  server.listen(made);
  await once(server, 'listening');
  try {
    const { fd } = Listening.parse(server)._handle;
    // Closing removes the name under which the socket was created.
    await rename(made, path);
    return use(fd);
  } finally {
    server.close();
  }
}
