import type { IncomingHttpHeaders } from 'node:http';
import type { HostCode } from '@sitedeck/contract';
import type { RawReply } from '#api/calls/handlers';
import type { Ticket } from '#files/link/protocol';
import { attachment } from '#api/calls/attachment';
import { Refusal } from '#faults/refusal';
import { requestChild, passedHeaders } from './child-http';

export interface Delivery {
  readonly hostCode: HostCode;
  readonly ticket: Ticket;
  /** Name under which the browser saves the file. */
  readonly name: string;
  readonly type: string;
  readonly request: IncomingHttpHeaders;
  /** Whether nginx is in front of the API and fetches the bytes itself. */
  readonly frontDoor: boolean;
}

/** A tenant's program may write the child's response: only these of its headers reach a browser. */
const KEPT_HEADERS = ['accept-ranges', 'content-length', 'content-range', 'etag', 'last-modified'] as const;

const STATUSES: ReadonlySet<number> = new Set([200, 206, 416]);

const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function addressOf({ hostCode, ticket }: Delivery): string {
  return ticket.is === 'static'
    ? `/_hosts${encodedPath(ticket.path)}`
    : `/_child/${hostCode}/${ticket.ticket}`;
}

const ownHeaders = ({ name, type, frontDoor }: Delivery) => ({
  'content-type': type,
  // The front door moves it to `content-disposition` once the file is open.
  [frontDoor ? 'x-file-disposition' : 'content-disposition']: attachment(name),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});

/** Sends a host's file to a browser: through the front door, or through the API if there is none. */
export async function deliver(delivery: Delivery): Promise<RawReply> {
  const { ticket, frontDoor, request } = delivery;
  if (frontDoor) {
    return {
      status: 200,
      headers: { ...ownHeaders(delivery), 'x-accel-redirect': addressOf(delivery) },
      body: '',
    };
  }
  if (ticket.is === 'static') throw new Error('Without a front door no process serves a path');
  const path = `/ticket/${ticket.ticket}`;
  const reply = await requestChild({
    socket: ticket.socket,
    method: 'GET',
    path,
    headers: passedHeaders(request),
  });
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (reply.headers[name] ? [[name, reply.headers[name]]] : [])),
  );
  const status = reply.statusCode ?? 0;
  if (!STATUSES.has(status)) {
    reply.destroy();
    throw new Refusal(status === 404 ? 'no-such-file' : 'engine-down');
  }
  return { status, headers: { ...kept, ...ownHeaders(delivery) }, body: reply };
}
