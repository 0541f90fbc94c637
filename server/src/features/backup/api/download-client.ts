import { request as httpRequest, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isFaultReason } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { encodeDownloadPath, IS_FILE_HEADER, type DownloadRequest } from '../protocol';
import type { Download } from './calls';

const RefusalReply = z.object({ reason: z.string().refine(isFaultReason) });

async function readText(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const send = (socketPath: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath, path, agent: false }, resolve);
    request.once('error', () => reject(new Refusal('engine-down')));
    request.end();
  });

/** Asks the node's worker for a download. Passes on the worker's refusals; refuses with `engine-down` if it does not answer. */
export const connectDownloads =
  (socket: string) =>
  async (request: DownloadRequest): Promise<Download> => {
    const reply = await send(socket, encodeDownloadPath(request));
    if (reply.statusCode === 200) return { body: reply, isFile: reply.headers[IS_FILE_HEADER] !== undefined };
    const { data } = RefusalReply.safeParse(JSON.parse((await readText(reply)) || 'null'));
    throw new Refusal(data?.reason ?? 'engine-down');
  };
