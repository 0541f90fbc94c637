import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BASE_ENV, start } from '#system/process/exec';
import type { BoundSocket } from './bound-socket';
import { FIRST_INHERITED } from '../parts/part';

/** Ends before its event loop has polled once, so it accepts nothing. */
const PROGRAM = `
const { createServer } = require('node:net');
const [first, count] = process.argv.slice(1).map(Number);
const failed = [];
let left = count;
const settle = () => {
  if (--left > 0) return;
  process.stdout.write(JSON.stringify(failed));
  process.exit(0);
};
for (let index = 0; index < count; index += 1) {
  const server = createServer();
  server.once('error', ({ code }) => { failed.push({ index, code }); settle(); });
  server.listen({ fd: first + index }, settle);
}
`;

const Failures = z.array(z.object({ index: z.number(), code: z.string() }));

/**
 * Puts bound sockets into the listening state. Binding alone does not reserve the address: on Linux, if both sockets
 * have SO_REUSEADDR, which Node.js sets, a program of any uid can bind the same address and listen first. The state
 * belongs to the socket and outlives the program that set it.
 * @returns error codes of the sockets that failed, by index
 */
export async function listenOn(sockets: readonly BoundSocket[]): Promise<ReadonlyMap<number, string>> {
  if (sockets.length === 0) return new Map();
  const child = start(
    { file: process.execPath, args: ['-e', PROGRAM, String(FIRST_INHERITED), String(sockets.length)] },
    { env: BASE_ENV, stdio: ['ignore', 'pipe', 'inherit', ...sockets.map(({ fd }) => fd)] },
  );
  if (!child.stdout) throw new Error('the program that listens has no output');
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  const [said] = await Promise.all([text(child.stdout), ended]);
  return new Map(Failures.parse(JSON.parse(said)).map(({ index, code }) => [index, code]));
}
