import { Socket } from 'node:net';
import type { Offer } from './offered-file';

/** What is said once all has been written: the end of bytes alone may be that of a giver that was lost. */
export const WHOLE = 'whole';

export interface TakenOver {
  /** Not read from yet. */
  readonly bytes: Socket;
  /** Settles when the giver has said it, or has gone without; never rejects. */
  readonly isWhole: Promise<boolean>;
  /** Signals the sender that the receiver has gone. */
  [Symbol.dispose](): void;
}

function connect(path: string): Promise<Socket> {
  const socket = new Socket();
  // Else it would read on its own.
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
  socket.on('data', (part: Buffer) => (said = (said + part.toString('latin1')).slice(0, WHOLE.length + 1)));
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve(said === WHOLE)));
}

/**
 * Takes what `handOver` gives on a socket: the first connection is for the bytes, the second for the verdict.
 * @param offer may be written instead; then no bytes come
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
  return { bytes, isWhole: verdictOf(verdict), [Symbol.dispose]: dispose };
}
