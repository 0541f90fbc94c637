import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ProviderAddress } from './server-address';

export interface RequestToSend {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface ReceivedReply {
  readonly status: number;
  readonly text: string;
}

async function sendToSocket(
  socketPath: string,
  { method, path, headers, body }: RequestToSend,
): Promise<ReceivedReply> {
  const asking = request({ socketPath, method, path, headers, agent: false });
  asking.end(body);
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: reply.statusCode ?? 0, text: await text(reply) };
}

/** Sends one request. `fetch` does not support unix sockets. */
export async function send(to: ProviderAddress, sent: RequestToSend): Promise<ReceivedReply> {
  if (to.is === 'socket') return sendToSocket(to.path, sent);
  const { path, ...init } = sent;
  const reply = await fetch(`${to.origin}${path}`, init);
  return { status: reply.status, text: await reply.text() };
}
