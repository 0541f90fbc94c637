import { spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MeasureEvent } from '@sitedeck/contract';
import { endingWithBench } from '../ends-with-bench';
import { httpClient, type HttpClient } from '../http-client';
import { inPairs, median, type Pairs } from '../pairs';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

const LISTED = 100_000;
const PAGE = 5000;
const FIRST = 200;
const COMPLETE_GOAL = 0.7;
const FIRST_GOAL = 0.2;
const CACHED_GOAL_MS = 5;
const SIZE_GOAL = 1.05;
const FILES_IN_FOLDER = 1000;
const BIG = 1_000_000;
/** The server does not cache a folder that changed less than this long ago, ms. */
const SETTLED_MS = 50;

/** Milliseconds that `act` takes. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await act();
  return performance.now() - since;
}

/** Runs a program to its end and drops its output. */
function runTool(file: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(...endingWithBench(file, args), { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${file}: ${code}`))));
  });
}

class Site {
  readonly root: string;
  private readonly uid: number;
  private readonly client: HttpClient;
  constructor(private readonly visitor: Visitor) {
    this.client = httpClient(visitor.port);
    this.root = join(visitor.data, 'hosts', visitor.hostCode, 'wwwroot');
    this.uid = statSync(this.root).uid;
  }

  close(): void {
    this.client.close();
  }

  /** Makes a folder with the given number of empty files. */
  fill(path: string, files: number): void {
    mkdirSync(join(this.root, path), { recursive: true });
    chownSync(join(this.root, path), this.uid, this.uid);
    for (let count = 0; count < files; count += 1)
      closeSync(openSync(join(this.root, path, `file-${count}.html`), 'w'));
  }

  /** Changes the folder, so that the server's cached listing becomes invalid. */
  async change(path: string): Promise<void> {
    const file = join(this.root, path, 'change');
    closeSync(openSync(file, 'w'));
    rmSync(file);
    await sleep(SETTLED_MS);
  }

  async request(call: string, body: object): Promise<string> {
    const headers = { ...this.visitor.headers, 'content-type': 'application/json' };
    const sent = { path: `/fs/${call}`, headers, body: [JSON.stringify(body)] };
    return (await this.client.body(sent)).toString();
  }

  /** @returns number of entries */
  async list(path: string, offset: number, limit: number): Promise<number> {
    const reply = await this.request('ls', { path: `/wwwroot/${path}`, offset, limit });
    const { res } = JSON.parse(reply) as { res: { entries?: unknown[] } };
    if (!res.entries) throw new Error(`no list: ${JSON.stringify(res)}`);
    return res.entries.length;
  }

  async listAll(path: string): Promise<void> {
    let count = 0;
    for (let got = -1; got !== 0; count += got) got = await this.list(path, count, PAGE);
    if (count !== LISTED) throw new Error(`listed ${count} of ${LISTED}`);
  }

  async size(path: string, files: number): Promise<void> {
    const reply = await this.request('sizes', { paths: [`/wwwroot/${path}`] });
    const lines = reply.trim().split('\n');
    const events = lines.map((line) => MeasureEvent.parse(JSON.parse(line)));
    const total = events.find((event) => event.is === 'size' && event.complete);
    if (total?.is !== 'size' || total.files !== files) throw new Error(`counted ${JSON.stringify(total)}`);
  }
}

interface ComparedJob {
  readonly job: string;
  readonly peer: string;
  /** Largest allowed multiple of the peer's time. */
  readonly goal: number;
}

function beside({ job, peer: name, goal }: ComparedJob, pairs: Pairs<number>): Row {
  const [peer, own] = [median(pairs.peer), median(pairs.own)];
  return { job, unit: 'ms', peer: { name, value: peer }, limit: `≤ ${goal}x`, own, met: own <= goal * peer };
}

async function listing(site: Site, rounds: number): Promise<readonly Row[]> {
  const folder = 'bench-list';
  site.fill(folder, LISTED);
  const peer = () => timed(() => runTool('ls', ['-l', join(site.root, folder)]));
  const cold = async (list: () => Promise<unknown>) => {
    await site.change(folder);
    return timed(list);
  };
  await site.list(folder, 0, FIRST);
  const complete = await inPairs(rounds, { peer, own: () => cold(() => site.listAll(folder)) });
  const first = await inPairs(rounds, { peer, own: () => cold(() => site.list(folder, 0, FIRST)) });
  const cachedTimes: number[] = [];
  for (let round = 0; round < rounds * 4; round += 1)
    cachedTimes.push(await timed(() => site.list(folder, 0, FIRST)));
  return [
    beside(
      { job: `list ${LISTED} entries, all, changed before`, peer: 'ls -l', goal: COMPLETE_GOAL },
      complete,
    ),
    beside(
      { job: `list ${LISTED} entries, first ${FIRST}, changed before`, peer: 'ls -l', goal: FIRST_GOAL },
      first,
    ),
    {
      job: `list ${LISTED} entries, first ${FIRST} again`,
      unit: 'ms',
      limit: `≤ ${CACHED_GOAL_MS} ms`,
      own: median(cachedTimes),
      met: median(cachedTimes) <= CACHED_GOAL_MS,
    },
  ];
}

async function sizes(site: Site, rounds: number, files: number): Promise<readonly Row[]> {
  const folder = 'bench-sizes';
  const folders = Math.ceil(files / FILES_IN_FOLDER);
  for (let count = 0; count < folders; count += 1)
    site.fill(`${folder}/${count % 20}/${count}`, FILES_IN_FOLDER);
  const all = folders * FILES_IN_FOLDER;
  const peer = () => timed(() => runTool('du', ['-s', join(site.root, folder)]));
  const own = () => timed(() => site.size(folder, all));
  await own();
  return [
    beside(
      { job: `size of ${all} files`, peer: 'du', goal: SIZE_GOAL },
      await inPairs(rounds, { peer, own }),
    ),
  ];
}

/** Lists and sizes as the page requests them, beside an administrator's tools. */
export async function fileRows(visitor: Visitor, rounds: number, files: number): Promise<readonly Row[]> {
  const site = new Site(visitor);
  try {
    return [...(await listing(site, rounds)), ...(await sizes(site, rounds, files))];
  } finally {
    site.close();
  }
}

/** Size of the largest tree of the goals, which takes minutes to make. */
export async function bigTree(visitor: Visitor, rounds: number): Promise<readonly Row[]> {
  const site = new Site(visitor);
  try {
    return await sizes(site, rounds, BIG);
  } finally {
    site.close();
  }
}
