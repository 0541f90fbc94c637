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

/** Request headers that a host's child may see: none that grants a right. */
const PASSED_HEADERS = [
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
  const known = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
}

/**
 * Sends a request to a host's child over its socket, as the front door does. Refuses with `engine-down` if it
 * can't connect.
 */
export function requestChild(childRequest: ChildRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { socket: socketPath, method, path, headers, body } = childRequest;
    const request = httpRequest({ socketPath, method, path, headers, agent: false }, resolve);
    request.once('error', () => reject(new Refusal('engine-down')));
    if (!body) return void request.end();
    body.once('error', () => request.destroy());
    body.once('aborted', () => request.destroy());
    body.pipe(request);
  });
}
