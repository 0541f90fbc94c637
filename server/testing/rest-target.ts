import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup, start } from '#system/process/exec';
import { freePort } from './free-port';
import { isPortOpen } from './is-port-open';

/** rclone as a REST server. */
async function serveFolder(folder: string) {
  const port = await freePort();
  const args = ['serve', 'restic', '--addr', `127.0.0.1:${port}`, folder];
  const child = start({ file: 'rclone', args }, { stdio: 'ignore' });
  while (!(await isPortOpen(port))) {
    if (child.exitCode !== null) throw new Error('rclone does not start');
    await sleep(30);
  }
  return {
    port,
    close: async () => {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      killGroup(child.pid, 'SIGKILL');
      await gone;
    },
  };
}

export interface RestTarget {
  readonly url: string;
  /** After this many bytes of packs, calls `onStopped` and holds back the rest. */
  stopAfter(bytes: number, onStopped: () => void): void;
  /** Sends everything again. */
  goOn(): void;
  close(): Promise<void>;
}

/** A real REST server behind a proxy that can stop in the middle of a transfer. */
export async function startRestTarget(folder: string): Promise<RestTarget> {
  const fileServer = await serveFolder(folder);
  let left = Infinity;
  let stopped: () => void = () => undefined;
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    from.on('data', (piece: Buffer) => {
      if (left <= 0) return;
      left -= piece.length;
      if (left <= 0) stopped();
      else to.write(piece);
    });
    from.on('end', () => left > 0 && to.end());
  };
  const proxy = createServer((incoming, reply) => {
    const { method, url, headers } = incoming;
    const through = request(
      { port: fileServer.port, host: '127.0.0.1', method, path: url, headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        if (method === 'GET' && /\/data\/[0-9a-f]/.test(url ?? '')) pass(answer, reply);
        else answer.pipe(reply);
      },
    );
    through.on('error', () => reply.destroy());
    reply.on('close', () => through.destroy());
    incoming.pipe(through);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mine`,
    stopAfter: (bytes, onStopped) => {
      left = bytes;
      stopped = onStopped;
    },
    goOn: () => {
      left = Infinity;
    },
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await fileServer.close();
    },
  };
}
