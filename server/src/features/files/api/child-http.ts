import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Refusal } from '#faults/refusal';

interface ChildRequest {
  readonly socket: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** What a host's child may be told of a browser's request: nothing that opens anything. */
const PASSED = [
  'accept-language',
  'content-length',
  'content-range',
  'content-total',
  'content-first-slice',
  'content-type',
  'if-range',
  'range',
] as const;

export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const known = PASSED.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Asks a host's child over its socket, as the front door does. Refuses `engine-down` where it is not there. */
export function askChild(wish: ChildRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { socket: socketPath, method, path, headers, body } = wish;
    const request = httpRequest({ socketPath, method, path, headers, agent: false }, resolve);
    request.once('error', () => reject(new Refusal('engine-down')));
    if (!body) return void request.end();
    body.once('error', () => request.destroy());
    body.once('aborted', () => request.destroy());
    body.pipe(request);
  });
}
