import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { FAULT_MESSAGES, type FaultReason } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { BytesWish } from './protocol';

/** Set where what comes is one file as it is, not an archive. */
export const IS_FILE = 'x-is-file';

const isReason = (reason: string): reason is FaultReason => Object.hasOwn(FAULT_MESSAGES, reason);
const Told = z.object({ reason: z.string().refine(isReason) });

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const asked = (socketPath: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath, path, agent: false }, resolve);
    request.once('error', () => reject(new Refusal('engine-down')));
    request.end();
  });

/** Asks the node's worker for bytes of a point. Refuses what it refuses, and `engine-down` where it is not there. */
export const bytesFrom =
  (socket: string) =>
  async (wish: BytesWish): Promise<{ readonly body: Readable; readonly isFile: boolean }> => {
    const answer = await asked(socket, `/${Buffer.from(JSON.stringify(wish)).toString('base64url')}`);
    if (answer.statusCode === 200) return { body: answer, isFile: answer.headers[IS_FILE] !== undefined };
    const { data } = Told.safeParse(JSON.parse((await textOf(answer)) || 'null'));
    throw new Refusal(data?.reason ?? 'engine-down');
  };
