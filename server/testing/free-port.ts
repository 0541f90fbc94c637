import { createServer } from 'node:net';

/**
 * Ports of a worker's own, below those that the system gives away by itself: nobody takes one between the look and the
 * start of who asked for it.
 */
const FIRST = 12_000;
const PER_WORKER = 2_000;
const WORKERS = 10;

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS;
/** Where another run on this machine has hardly begun, too. */
let next = Math.floor(Math.random() * PER_WORKER);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A TCP port of the loopback that nothing uses now, and that is not given twice. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PER_WORKER; tries += 1) {
    next = (next + 1) % PER_WORKER;
    const port = FIRST + worker * PER_WORKER + next;
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}
