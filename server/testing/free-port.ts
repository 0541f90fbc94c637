import { createServer } from 'node:net';

/**
 * Each jest worker has its own range of ports, below the system's ephemeral ports: no other process takes one
 * between the check and its use.
 */
const FIRST = 12_000;
const PER_WORKER = 2_000;
const WORKERS = 10;

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS;
/** Starts at a random port, because another test run on this machine may have started too. */
let next = Math.floor(Math.random() * PER_WORKER);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A loopback TCP port that is free now, and that is returned only once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PER_WORKER; tries += 1) {
    next = (next + 1) % PER_WORKER;
    const port = FIRST + worker * PER_WORKER + next;
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}
