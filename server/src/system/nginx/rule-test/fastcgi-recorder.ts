import { createServer, type Server, type Socket } from 'node:net';

/** The script that php-fpm would have run. */
export interface RequestedScript {
  readonly path: string;
  readonly query: string;
}

const HEADER_BYTES = 8;
const [END_REQUEST, PARAMS, STDIN, STDOUT] = [3, 4, 5, 6];
/** More than nginx ever sends for a request without a body. */
const BYTES_MAX = 256 * 1024;

function lengthAt(bytes: Buffer, at: number): { length: number; next: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { length: first, next: at + 1 };
  if (at + 4 > bytes.length) return undefined;
  return { length: bytes.readUInt32BE(at) & 0x7fffffff, next: at + 4 };
}

/** Name-value pairs of FastCGI. */
function paramsOf(bytes: Buffer): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const name = lengthAt(bytes, at);
    const value = name && lengthAt(bytes, name.next);
    if (!value) break;
    const split = value.next + name.length;
    const text = (from: number, to: number) => bytes.subarray(from, to).toString('utf8');
    params.set(text(value.next, split), text(split, split + value.length));
    at = split + value.length;
  }
  return params;
}

function record(type: number, id: number, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(1, 0);
  header.writeUInt8(type, 1);
  header.writeUInt16BE(id, 2);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

/** Reads one request's records; true once its (empty) body has ended. */
function takeRecords(bytes: Buffer): { params: Buffer; id: number; ended: boolean } {
  const params: Buffer[] = [];
  let [at, id, ended] = [0, 1, false];
  while (at + HEADER_BYTES <= bytes.length) {
    const length = bytes.readUInt16BE(at + 4);
    const end = at + HEADER_BYTES + length + bytes.readUInt8(at + 6);
    if (end > bytes.length) break;
    const type = bytes.readUInt8(at + 1);
    id = bytes.readUInt16BE(at + 2);
    if (type === PARAMS) params.push(bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length));
    ended ||= type === STDIN && length === 0;
    at = end;
  }
  return { params: Buffer.concat(params), id, ended };
}

const ANSWER = Buffer.from('Status: 200 OK\r\nContent-Type: text/html\r\n\r\n');

function recordRequest(socket: Socket, onScript: (script: RequestedScript) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length > BYTES_MAX) return void socket.destroy();
    const { params, id, ended } = takeRecords(bytes);
    if (!ended) return;
    const named = paramsOf(params);
    onScript({ path: named.get('SCRIPT_NAME') ?? '', query: named.get('QUERY_STRING') ?? '' });
    const nothing = Buffer.alloc(0);
    const parts = [
      record(STDOUT, id, ANSWER),
      record(STDOUT, id, nothing),
      record(END_REQUEST, id, Buffer.alloc(8)),
    ];
    socket.end(Buffer.concat(parts));
  });
}

/**
 * Listens in place of php-fpm: records which script nginx requests, runs nothing and answers an empty page.
 */
export async function recordScripts(
  socketPath: string,
  onScript: (script: RequestedScript) => void,
): Promise<{ readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    recordRequest(socket, onScript);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
