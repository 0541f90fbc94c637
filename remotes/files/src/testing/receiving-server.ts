import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readParts, type Part } from './multipart';

/** A request that brought bytes, as it arrived. */
export interface ReceivedRequest {
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly parts: readonly Part[];
}

interface StoredFile {
  total: number;
  bytes: Map<number, Buffer>;
}

/** How the server answers the next slice requests; `undefined` = as it should, `hold` = once a second one is there. */
export type Behaviour = (
  arrived: ReceivedRequest,
) => 'cut' | 'cut-after' | { readonly refuse: object } | 'hang' | 'hold' | undefined;

/**
 * A small file service that keeps what it gets in memory and speaks the contract's upload calls over real HTTP.
 * `whim` makes it misbehave: cut the line before or after it took the bytes, refuse, or never answer.
 */
export async function openReceivingServer(behaviour: { now: Behaviour } = { now: () => undefined }) {
  const arrived: ReceivedRequest[] = [];
  const files = new Map<string, StoredFile>();
  const ended: unknown[] = [];
  const statusAsked: string[] = [];
  const paused: unknown[] = [];
  let busy = 0;
  let begun = 0;
  let secondArrived: () => void = () => undefined;
  const twoAtOnce = new Promise<void>((resolve) => {
    secondArrived = resolve;
  });

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://receiver');
    if (url.pathname === '/fs/upload/begin') {
      begun += 1;
      return reply(response, { id: 'u1', taskId: 7 });
    }
    if (url.pathname === '/fs/upload/end') {
      ended.push(JSON.parse(body.toString()));
      return reply(response, {});
    }
    if (url.pathname === '/fs/upload/pause') {
      paused.push(JSON.parse(body.toString()));
      return reply(response, {});
    }
    if (url.pathname === '/fs/upload/status') {
      statusAsked.push(body.toString());
      return reply(response, { id: 'u1', files: [...files].map(([path, file]) => statusOf(path, file)) });
    }
    await take(request, response, body);
  }

  async function take(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const parts = readParts(request.headers['content-type'] ?? '', body);
    const one: ReceivedRequest = { at: arrived.length, headers: request.headers, parts };
    busy += 1;
    if (busy > 1) secondArrived();
    const action = behaviour.now(one);
    if (action === 'cut') {
      busy -= 1;
      return void request.socket.destroy();
    }
    arrived.push(one);
    if (action === 'hold') await twoAtOnce;
    busy -= 1;
    if (action === 'hang') return;
    if (typeof action === 'object') return reply(response, action.refuse, '413');
    const kept = parts.map((part) => keep(part, request.headers));
    if (action === 'cut-after') return void request.socket.destroy();
    reply(response, { files: kept });
  }

  function keep(part: Part, headers: IncomingHttpHeaders) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '');
    const total = range ? Number(range[2]) : part.body.length;
    const file = files.get(part.fileName) ?? { total, bytes: new Map<number, Buffer>() };
    file.bytes.set(range ? Number(range[1]) : 0, part.body);
    files.set(part.fileName, file);
    return { size: total, ...statusOf(part.fileName, file) };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrived,
    ended,
    statusAsked,
    paused,
    begun: () => begun,
    whim: behaviour,
    content: (path: string) => joined(files.get(path)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function statusOf(path: string, file: StoredFile) {
  const received: [number, number][] = [];
  for (const [from, bytes] of [...file.bytes].sort((a, b) => a[0] - b[0])) {
    const last = received.at(-1);
    if (last && last[1] === from) last[1] = from + bytes.length;
    else received.push([from, from + bytes.length]);
  }
  const bytes = received.reduce((sum, [from, to]) => sum + to - from, 0);
  return { path, total: file.total, done: bytes === file.total, received };
}

function joined(file: StoredFile | undefined): Buffer | undefined {
  return file && Buffer.concat([...file.bytes].sort((a, b) => a[0] - b[0]).map(([, bytes]) => bytes));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function reply(response: ServerResponse, res: object, code = '200') {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ code, res, msg: code === '200' ? '' : 'no' }));
}
