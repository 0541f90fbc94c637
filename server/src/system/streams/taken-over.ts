import { Socket } from 'node:net';
import type { Offer } from './offered-file';

/** Sent after everything was written: the end of the bytes alone could mean that the sender was lost. */
export const COMPLETE = 'whole';

export interface TakenOver {
  /** Not read from yet. */
  readonly bytes: Socket;
  /** Settles when the sender has sent the verdict, or has gone without it; never rejects. */
  readonly isComplete: Promise<boolean>;
  /** Signals the sender that the receiver has gone. */
  [Symbol.dispose](): void;
}

function connect(path: string): Promise<Socket> {
  const socket = new Socket();
  // Otherwise the socket would start to read by itself.
  socket.pause();
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(path, () => {
      // The reader of the stream sees its end.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

function verdictOf(socket: Socket): Promise<boolean> {
  let said = '';
  socket.on(
    'data',
    (part: Buffer) => (said = (said + part.toString('latin1')).slice(0, COMPLETE.length + 1)),
  );
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve(said === COMPLETE)));
}

/**
 * Receives what `handOver` sends on a socket: the first connection is for the bytes, the second for the
 * verdict.
 * @param offer a file that may be written directly; then no bytes arrive
 */
export async function takeOver(path: string, offer?: Offer): Promise<TakenOver> {
  const bytes = await connect(path);
  const verdict = await connect(path).catch((error: unknown) => {
    bytes.destroy();
    throw error;
  });
  verdict.write(`${JSON.stringify(offer ?? null)}\n`);
  const dispose = () => {
    bytes.destroy();
    verdict.destroy();
  };
  return { bytes, isComplete: verdictOf(verdict), [Symbol.dispose]: dispose };
}
