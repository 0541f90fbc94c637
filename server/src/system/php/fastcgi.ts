import { connect } from 'node:net';

const VERSION = 1;
const REQUEST = 1;
const TYPE = { begin: 1, end: 3, params: 4, stdin: 5, stdout: 6 } as const;
const RESPONDER = 1;
const HEADER = 8;
const PART_MAX = 0xffff;

function recordOf(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt8(VERSION, 0);
  header.writeUInt8(type, 1);
  header.writeUInt16BE(REQUEST, 2);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

/** Lengths of up to 127 take one byte, others four with the highest bit set. */
function lengthOf(bytes: number): Buffer {
  const long = Buffer.alloc(4);
  long.writeUInt32BE((bytes | 0x80000000) >>> 0);
  return bytes < 128 ? Buffer.from([bytes]) : long;
}

function pair([name, value]: [string, string]): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  return Buffer.concat([lengthOf(key.length), lengthOf(text.length), key, text]);
}

/** A request without a body. Throws if the parameters are longer than one record. */
function request(params: Readonly<Record<string, string>>): Buffer {
  const content = Buffer.concat(Object.entries(params).map(pair));
  if (content.length > PART_MAX) throw new Error('parameters of a FastCGI request are too long');
  const begin = Buffer.alloc(8);
  begin.writeUInt16BE(RESPONDER, 0);
  const none = Buffer.alloc(0);
  return Buffer.concat([
    recordOf(TYPE.begin, begin),
    recordOf(TYPE.params, content),
    recordOf(TYPE.params, none),
    recordOf(TYPE.stdin, none),
  ]);
}

/** Removes complete records from the start of the received bytes. */
function records(held: Buffer): {
  readonly stdout: Buffer[];
  readonly ended: boolean;
  readonly rest: Buffer;
} {
  const stdout: Buffer[] = [];
  let at = 0;
  while (held.length - at >= HEADER) {
    const length = held.readUInt16BE(at + 4);
    const next = at + HEADER + length + held.readUInt8(at + 6);
    if (held.length < next) break;
    const type = held.readUInt8(at + 1);
    if (type === TYPE.end) return { stdout, ended: true, rest: held.subarray(next) };
    if (type === TYPE.stdout) stdout.push(held.subarray(at + HEADER, at + HEADER + length));
    at = next;
  }
  return { stdout, ended: false, rest: held.subarray(at) };
}

export interface PoolRequest {
  readonly socket: string;
  readonly params: Readonly<Record<string, string>>;
  /** Maximum size of the reply, including error output and padding. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** No reply, or one beyond the limits: the other end is a process of the host, which may send any bytes. */
export class PoolFailure extends Error {}

/** The output of a pool for one request, CGI headers first. Throws `PoolFailure`. */
export function requestPool({ socket, params, maxBytes, timeoutMs }: PoolRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let held = Buffer.alloc(0);
    let taken = 0;
    const connection = connect(socket, () => connection.write(request(params)));
    const timer = setTimeout(() => end(new PoolFailure('no answer in time')), timeoutMs);
    const end = (failure?: PoolFailure) => {
      clearTimeout(timer);
      connection.destroy();
      if (failure) reject(failure);
      else resolve(Buffer.concat(parts));
    };
    connection.on('error', ({ message }) => end(new PoolFailure(message)));
    connection.on('close', () => end(new PoolFailure('the answer broke off')));
    connection.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > maxBytes) return end(new PoolFailure('the answer is too long'));
      const read = records(Buffer.concat([held, chunk]));
      parts.push(...read.stdout);
      held = Buffer.from(read.rest);
      if (read.ended) end();
    });
  });
}

/** A complete reply to any request, for a program that answers without reading it. */
export function fastcgiReply(headers: readonly string[], body: string): Buffer {
  const end = Buffer.alloc(8);
  const content = Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}`);
  return Buffer.concat([
    recordOf(TYPE.stdout, content),
    recordOf(TYPE.stdout, Buffer.alloc(0)),
    recordOf(TYPE.end, end),
  ]);
}
