import type { CallReply, queryVisits, VisitSlot } from '@sitedeck/contract';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Visits = CallReply<typeof queryVisits>;

export interface VisitsServer {
  readonly url: string;
  /** Requested ranges so far. */
  readonly requests: readonly string[];
  /** Slots with visits; the other slots of the range have none. `refused` sends a refusal. */
  answer: 'refused' | ((range: string) => Visits);
  /** Replies wait for the promise that it returns. */
  before: () => Promise<void>;
  close: () => Promise<void>;
}

const HOUR_MS = 3600_000;

/** Every slot of a range that ends with `now`; `counts` sets the figures of single slots. */
export function visitsOf(
  range: string,
  { now, counts }: { now: number; counts: (index: number) => Partial<VisitSlot> },
): Visits {
  const [slots, ms] = range === '24h' ? [24, HOUR_MS] : [30, 24 * HOUR_MS];
  const zero = { requests: 0, bytes: 0, ok: 0, redirect: 0, clientError: 0, serverError: 0 };
  const last = Math.floor(now / ms) * ms;
  return {
    slots: Array.from({ length: slots }, (_, index) => {
      const at = new Date(last - (slots - 1 - index) * ms).toISOString();
      return { at, ...zero, ...counts(index) };
    }),
    countedTo: new Date(now).toISOString(),
  };
}

function allow(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
}

const REFUSAL = { code: '500', res: { reason: 'internal', id: '7F3A2C' }, msg: '服务器内部错误' };

/** Answers the call for a host's visits over real HTTP. */
export async function startVisitsServer(): Promise<VisitsServer> {
  const requests: string[] = [];
  const reply = (body: string): object => {
    const { range } = JSON.parse(body) as { range: string };
    requests.push(range);
    return state.answer === 'refused' ? REFUSAL : { code: '200', res: state.answer(range), msg: '' };
  };
  const server = createServer((request, response) => {
    allow(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const answer = JSON.stringify(reply(body));
      void state.before().then(() => {
        response.setHeader('Content-Type', 'application/json');
        response.end(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: VisitsServer = {
    url: `http://127.0.0.1:${port}`,
    requests: requests,
    answer: 'refused',
    before: () => Promise.resolve(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return state;
}
