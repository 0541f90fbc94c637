import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient, type HttpClient } from '../http-client';
import { nginxPeer } from '../nginx-peer';
import { inPairs, medianOf, type Pairs } from '../pairs';
import { cpuSecondsOf } from '../processes';
import { scratchFolder } from '../started';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

const MIB = 1024 * 1024;
const CHUNK_MIB = 4;
/** As many requests at once as the page sends. */
const LANES = 3;
const SMALL_FILES = 5000;
const SMALL_BYTES = 4096;
/** As many files in a batch as the page puts there. */
const BATCH_FILES = 100;
const BOUNDARY = 'bench-0123456789abcdef';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const LOCK_TRIES = 200;
const LOCK_MS = 100;

interface Spent {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

interface Side {
  readonly client: HttpClient;
  /** Whose processor time counts, with all below it. */
  readonly pid: number;
}

async function spent(pid: number, act: () => Promise<unknown>): Promise<Spent> {
  const [before, since] = [cpuSecondsOf(pid), performance.now()];
  await act();
  const wallSeconds = (performance.now() - since) / 1000;
  return { wallSeconds, cpuSeconds: cpuSecondsOf(pid) - before };
}

const form = (files: readonly { readonly name: string; readonly content: Buffer }[]) => [
  ...files.flatMap(({ name, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
    content,
    '\r\n',
  ]),
  `--${BOUNDARY}--\r\n`,
];

/** The first alone, the others a few at a time: as the page sends them. */
async function inLanes(count: number, send: (number: number) => Promise<unknown>): Promise<void> {
  await send(0);
  let next = 1;
  const lane = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function startPeer(folder: string): Promise<Side & { stop: () => Promise<void> }> {
  const args = ['--import', 'tsx', join(import.meta.dirname, '../multipart-server.ts'), folder];
  // In a session of its own, as the product's parts are.
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const gone = once(server, 'exit');
  const died = gone.then(() => {
    throw new Error('the multipart server did not start');
  });
  const [said] = (await Promise.race([once(server.stdout, 'data'), died])) as [Buffer];
  died.catch(() => undefined);
  const client = httpClient(Number(said.toString()));
  const stop = async () => {
    client.close();
    server.kill('SIGTERM');
    await gone;
  };
  return { client, pid: server.pid ?? 0, stop };
}

class OwnSide implements Side {
  readonly client: HttpClient;
  readonly pid: number;
  readonly root: string;

  constructor(private readonly visitor: Visitor) {
    this.client = httpClient(visitor.port);
    this.pid = visitor.pid;
    this.root = join(visitor.data, 'hosts', visitor.hostCode, 'wwwroot');
  }

  /** Announces an upload, as soon as the one before has let go of the workspace. @returns its id */
  async begin(files: number, bytes: number): Promise<string> {
    const body = [JSON.stringify({ path: '/wwwroot', files, bytes })];
    for (let tries = 0; ; tries += 1) {
      try {
        const reply = await this.client.whole({ path: '/fs/upload/begin', headers: this.json(), body });
        return (JSON.parse(reply.toString()) as { res: { id: string } }).res.id;
      } catch (error) {
        if (tries === LOCK_TRIES) throw error;
        await sleep(LOCK_MS);
      }
    }
  }

  async send(headers: Record<string, string>, body: readonly (string | Buffer)[]): Promise<void> {
    const all = { ...this.visitor.headers, ...FORM, ...headers };
    const reply = await this.client.whole({ path: '/fs/upload?path=%2Fwwwroot', headers: all, body });
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

interface Sides {
  readonly own: OwnSide;
  readonly peer: Side;
  /** Takes the peer's files. */
  readonly folder: string;
}

interface Compared {
  readonly job: string;
  readonly unit: Row['unit'];
  readonly peer: string;
  /** How many times the peer's rate it has to reach. */
  readonly goal: number;
}

function above({ job, unit, peer: name, goal }: Compared, pairs: Pairs<number>): Row {
  const [peer, own] = [medianOf(pairs.peer, Number), medianOf(pairs.own, Number)];
  return { job, unit, peer: { name, value: peer }, own, limit: `≥ ${goal}x`, met: own >= goal * peer };
}

function cpuRow(job: string, most: number, { peer, own }: Pairs<Spent>): Row {
  const [theirs, ours] = [medianOf(peer, cpuOf), medianOf(own, cpuOf)];
  const met = ours <= most * theirs;
  return { job, unit: 's', peer: { name: 'multipart', value: theirs }, own: ours, limit: `≤ ${most}x`, met };
}

const cpuOf = ({ cpuSeconds }: Spent): number => cpuSeconds;
const per =
  (amount: number) =>
  ({ wallSeconds }: Spent): number =>
    amount / wallSeconds;
const rates = ({ peer, own }: Pairs<Spent>, amount: number): Pairs<number> => ({
  peer: peer.map(per(amount)),
  own: own.map(per(amount)),
});

/**
 * Memory that a virtual machine has never touched is dear, once: 0.2 s or 1.3 s of processor time for the same 512 MiB.
 * Touched and given back, it costs the same whoever comes first.
 */
function touchMemory(folder: string, mib: number): void {
  const [path, zeros] = [join(folder, 'touched'), Buffer.alloc(CHUNK_MIB * MIB)];
  const fd = openSync(path, 'w');
  for (let count = 0; count < mib / CHUNK_MIB; count += 1) writeSync(fd, zeros);
  closeSync(fd);
  rmSync(path);
}

/** One large file in chunks; the peer puts its chunks together in the end. */
async function large({ own, peer, folder }: Sides, rounds: number, mib: number): Promise<readonly Row[]> {
  const chunk = randomBytes(CHUNK_MIB * MIB);
  const [count, total] = [mib / CHUNK_MIB, mib * MIB];
  const [theirs, ours] = [join(folder, 'whole'), join(own.root, 'whole')];
  const check = (path: string) => {
    if (statSync(path).size !== total) throw new Error(`${path} has not arrived`);
  };
  const pairs = await inPairs(rounds, {
    peer: async () => {
      rmSync(theirs, { force: true });
      touchMemory(folder, 2 * mib);
      const result = await spent(peer.pid, async () => {
        const put = (number: number) =>
          peer.client.whole({
            path: '/upload',
            headers: FORM,
            body: form([{ name: `part-${number}`, content: chunk }]),
          });
        await inLanes(count, put);
        await peer.client.whole({ path: `/merge?parts=${count}`, body: [] });
      });
      check(theirs);
      return result;
    },
    own: async () => {
      rmSync(ours, { force: true });
      touchMemory(folder, 2 * mib);
      const id = await own.begin(1, total);
      const result = await spent(own.pid, () =>
        inLanes(count, (number) => {
          const from = number * chunk.length;
          const range = `bytes ${from}-${from + chunk.length - 1}/${total}`;
          const headers = {
            'x-upload-id': id,
            'content-range': range,
            'content-first-slice': String(number === 0),
          };
          return own.send(headers, form([{ name: 'whole', content: chunk }]));
        }),
      );
      check(ours);
      return result;
    },
  });
  const job = `upload ${mib} MiB in ${CHUNK_MIB} MiB chunks`;
  return [
    cpuRow(`${job}: CPU`, 0.55, pairs),
    above({ job: `${job}: rate`, unit: 'MiB/s', peer: 'multipart', goal: 1.5 }, rates(pairs, mib)),
  ];
}

/** Many small files: one request each there, in batches here. */
async function small({ own, peer, folder }: Sides, rounds: number): Promise<readonly Row[]> {
  const content = randomBytes(SMALL_BYTES);
  let round = 0;
  const check = (path: string) => {
    const { length } = readdirSync(path).filter((name) => name.startsWith(`s${round}-`));
    if (length !== SMALL_FILES) throw new Error(`${length} files have arrived in ${path}`);
  };
  const nameOf = (number: number) => `s${round}-${number}`;
  const pairs = await inPairs(rounds, {
    peer: async () => {
      round += 1;
      const result = await spent(peer.pid, () =>
        inLanes(SMALL_FILES, (number) =>
          peer.client.whole({
            path: '/upload',
            headers: FORM,
            body: form([{ name: nameOf(number), content }]),
          }),
        ),
      );
      check(folder);
      return result;
    },
    own: async () => {
      round += 1;
      const id = await own.begin(SMALL_FILES, SMALL_FILES * SMALL_BYTES);
      const headers = {
        'x-upload-id': id,
        'content-total': String(BATCH_FILES * SMALL_BYTES),
        'content-first-slice': 'true',
      };
      const result = await spent(own.pid, () =>
        inLanes(SMALL_FILES / BATCH_FILES, (batch) => {
          const files = Array.from({ length: BATCH_FILES }, (_, index) =>
            nameOf(batch * BATCH_FILES + index),
          );
          return own.send(headers, form(files.map((name) => ({ name, content }))));
        }),
      );
      check(own.root);
      return result;
    },
  });
  const job = `upload ${SMALL_FILES} files of 4 KiB`;
  return [
    cpuRow(`${job}: CPU`, 0.25, pairs),
    above({ job: `${job}: rate`, unit: 'files/s', peer: 'multipart', goal: 2.5 }, rates(pairs, SMALL_FILES)),
  ];
}

async function download(own: OwnSide, scratch: string, { rounds, mib }: Size): Promise<readonly Row[]> {
  const file = join(own.root, 'large.bin');
  const uid = statSync(own.root).uid;
  const fd = openSync(file, 'w');
  const chunk = randomBytes(CHUNK_MIB * MIB);
  for (let count = 0; count < mib / CHUNK_MIB; count += 1) writeSync(fd, chunk);
  closeSync(fd);
  chownSync(file, uid, uid);
  const nginx = await nginxPeer(own.root, scratch);
  const theirs = httpClient(nginx.port);
  const rate = async (drop: () => Promise<number>) => {
    const since = performance.now();
    const bytes = await drop();
    if (bytes !== mib * MIB) throw new Error(`${bytes} bytes came`);
    return mib / ((performance.now() - since) / 1000);
  };
  const body = [JSON.stringify({ path: '/wwwroot/large.bin' })];
  try {
    const pairs = await inPairs(rounds, {
      peer: () => rate(() => theirs.drop({ path: '/large.bin' })),
      own: () => rate(() => own.client.drop({ path: '/fs/download', headers: own.json(), body })),
    });
    return [above({ job: `download ${mib} MiB`, unit: 'MiB/s', peer: 'nginx sendfile', goal: 0.9 }, pairs)];
  } finally {
    theirs.close();
    await nginx.stop();
  }
}

interface Size {
  readonly rounds: number;
  /** Of the large file, a multiple of the chunk. */
  readonly mib: number;
}

/** Uploads as the page sends them beside the usual Node server, and a download beside a bare nginx. */
export async function transfers(visitor: Visitor, size: Size): Promise<readonly Row[]> {
  const scratch = await scratchFolder();
  const folder = join(scratch.path, 'files');
  await mkdir(folder);
  const peer = await startPeer(folder);
  const own = new OwnSide(visitor);
  try {
    const sides = { own, peer, folder };
    return [
      ...(await large(sides, size.rounds, size.mib)),
      ...(await small(sides, size.rounds)),
      ...(await download(own, scratch.path, size)),
    ];
  } finally {
    own.client.close();
    await peer.stop();
    await scratch.remove();
  }
}
