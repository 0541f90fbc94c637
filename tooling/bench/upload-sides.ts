import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient, type HttpClient } from './http-client';
import { nginxPeer } from './nginx-peer';
import { medianOf, type Pairs } from './pairs';
import { cpuSecondsOf } from './processes';
import type { Row } from './table';
import type { Visitor } from './visitor';

/** As many requests at once as the page sends. */
const LANES = 3;
const BOUNDARY = 'bench-0123456789abcdef';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const LOCK_TRIES = 200;
const LOCK_MS = 100;

export interface SpentTime {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

export interface Side {
  readonly client: HttpClient;
  /** Processes whose CPU time counts, together with their children. */
  readonly pids: readonly number[];
}

const cpuSecondsOfAll = ({ pids }: Side): number => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);

export async function measureTime(side: Side, act: () => Promise<unknown>): Promise<SpentTime> {
  const [before, since] = [cpuSecondsOfAll(side), performance.now()];
  await act();
  const wallSeconds = (performance.now() - since) / 1000;
  return { wallSeconds, cpuSeconds: cpuSecondsOfAll(side) - before };
}

/** Sends the first alone, then the others a few at a time, as the page does. */
export async function sendInParallel(
  count: number,
  send: (number: number) => Promise<unknown>,
): Promise<void> {
  await send(0);
  let next = 1;
  const lane = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

interface Part {
  readonly name: string;
  readonly content: Buffer;
  /** Additional header lines. */
  readonly more?: string;
}

const form = (parts: readonly Part[]) => [
  ...parts.flatMap(({ name, content, more = '' }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n${more}` +
      'Content-Type: application/octet-stream\r\n\r\n',
    content,
    '\r\n',
  ]),
  `--${BOUNDARY}--\r\n`,
];

/**
 * nginx configuration that streams each request on as ours does, instead of buffering it in a file first. It checks
 * nothing and keeps no log.
 */
const streamTo = (socket: string): string =>
  `client_max_body_size 64m; location / { proxy_pass http://unix:${socket}:; proxy_http_version 1.1;
   proxy_set_header Connection ""; proxy_request_buffering off; client_body_buffer_size 256k; }`;

export interface UploadPeer extends Side {
  put(part: Part): Promise<unknown>;
  merge(parts: number): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts the usual Node.js server behind the usual nginx.
 * @param folder takes the files
 * @param scratch for everything else
 */
export async function uploadPeer(folder: string, scratch: string): Promise<UploadPeer> {
  const socket = join(scratch, 'multipart.sock');
  const args = ['--import', 'tsx', join(import.meta.dirname, 'multipart-server.ts'), folder, socket];
  // In its own session, as the product's parts are. Its input ends with the bench.
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const gone = once(server, 'exit');
  const died = gone.then(() => {
    throw new Error('the multipart server did not start');
  });
  await Promise.race([once(server.stdout, 'data'), died]);
  died.catch(() => undefined);
  const front = await nginxPeer(scratch, streamTo(socket));
  const client = httpClient(front.port);
  return {
    client,
    pids: [server.pid ?? 0, front.pid],
    put: (part) => client.body({ path: '/upload', headers: FORM, body: form([part]) }),
    merge: (parts) => client.body({ path: `/merge?parts=${parts}`, body: [] }),
    stop: async () => {
      client.close();
      await front.stop();
      server.kill('SIGTERM');
      await gone;
    },
  };
}

/** Headers that the page sends for a file: its hash, which the server compares, and that it must not replace a file. */
const requestOf = (hash: string): string =>
  `X-Upload-Hash: sha-256${hash === 'later' ? '' : `=${hash}`}\r\nX-If-Exists: refuse\r\n`;

interface OwnPart extends Pick<Part, 'name' | 'content'> {
  /** SHA-256 of the complete file, or `later` if it comes with the last slice. */
  readonly hash: string;
}

export class OwnSide implements Side {
  readonly client: HttpClient;
  readonly pids: readonly number[];
  readonly root: string;

  constructor(private readonly visitor: Visitor) {
    this.client = httpClient(visitor.port);
    this.pids = [visitor.pid];
    this.root = join(visitor.data, 'hosts', visitor.hostCode, 'wwwroot');
  }

  /** Announces an upload as soon as the one before has unlocked the workspace. @returns its id */
  async begin(files: number, bytes: number): Promise<string> {
    const body = [JSON.stringify({ path: '/wwwroot', files, bytes })];
    for (let tries = 0; ; tries += 1) {
      try {
        const reply = await this.client.body({ path: '/fs/upload/begin', headers: this.json(), body });
        return (JSON.parse(reply.toString()) as { res: { id: string } }).res.id;
      } catch (error) {
        if (tries === LOCK_TRIES) throw error;
        await sleep(LOCK_MS);
      }
    }
  }

  async send(headers: Record<string, string>, parts: readonly OwnPart[]): Promise<void> {
    const all = { ...this.visitor.headers, ...FORM, ...headers };
    const body = form(parts.map(({ name, content, hash }) => ({ name, content, more: requestOf(hash) })));
    const reply = await this.client.body({ path: '/fs/upload?path=%2Fwwwroot', headers: all, body });
    const { code, res } = JSON.parse(reply.toString()) as {
      code: string;
      res: { files: { failed?: string }[] };
    };
    if (code !== '200' || res.files.some(({ failed }) => failed !== undefined))
      throw new Error(reply.toString());
  }

  json(): Record<string, string> {
    return { ...this.visitor.headers, 'content-type': 'application/json' };
  }
}

export interface Sides {
  readonly own: OwnSide;
  readonly peer: UploadPeer;
  /** Takes the peer's files. */
  readonly folder: string;
}

const cpuOf = ({ cpuSeconds }: SpentTime): number => cpuSeconds;

/** Processor time and rate of one job. @param goals highest and lowest allowed multiple of the peer's value */
export function uploadRows(
  job: string,
  { peer, own }: Pairs<SpentTime>,
  { amount, unit, cpu, rate }: { amount: number; unit: Row['unit']; cpu: number; rate: number },
): readonly Row[] {
  const name = 'multipart';
  const [theirs, ours] = [medianOf(peer, cpuOf), medianOf(own, cpuOf)];
  const rateOf = ({ wallSeconds }: SpentTime) => amount / wallSeconds;
  const [slow, fast] = [medianOf(peer, rateOf), medianOf(own, rateOf)];
  return [
    {
      job: `${job}: CPU`,
      unit: 's',
      peer: { name, value: theirs },
      own: ours,
      limit: `≤ ${cpu}x`,
      met: ours <= cpu * theirs,
    },
    {
      job: `${job}: rate`,
      unit,
      peer: { name, value: slow },
      own: fast,
      limit: `≥ ${rate}x`,
      met: fast >= rate * slow,
    },
  ];
}
