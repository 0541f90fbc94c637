import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { inPairs, medianOf, type Pairs } from '../pairs';
import { cpuSecondsOf, TICKS_PER_SECOND } from '../processes';
import { scratchFolder } from '../started';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

const FILES = 20_000;
const FOLDER_FILES = 50;
const LOOK_MS = 1000;
const PATIENCE_MS = 300_000;

interface Spent {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** User and system seconds of the programs that this process has started and waited for. */
function cpuSecondsOfEnded(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

async function byProgram(file: string, args: readonly string[], cwd: string): Promise<Spent> {
  const before = cpuSecondsOfEnded();
  const since = performance.now();
  const [code] = (await once(spawn(file, [...args], { cwd, stdio: 'ignore' }), 'close')) as [number];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  const wallSeconds = (performance.now() - since) / 1000;
  return { cpuSeconds: cpuSecondsOfEnded() - before, wallSeconds };
}

interface TaskSeen {
  readonly id: number;
  readonly taskStatus: string;
  readonly taskInfo: string;
  readonly createTime: string;
  readonly endTime: string | null;
}

async function ask({ origin, headers }: Visitor, path: string, body: object): Promise<unknown> {
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, res, msg } = (await reply.json()) as { code: string; res: unknown; msg?: string };
  if (code !== '200') throw new Error(`${path}: ${code} ${msg}`);
  return res;
}

/** From the request to the task's end, with all that the product's processes did meanwhile. */
async function byTask(visitor: Visitor, path: string, body: object): Promise<Spent> {
  const before = cpuSecondsOf(visitor.pid);
  const { taskId } = (await ask(visitor, path, body)) as { taskId: number };
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    await sleep(LOOK_MS);
    const page = await ask(visitor, `/api/task/queryPage/${visitor.hostCode}/1/5`, {});
    const task = (page as { records: readonly TaskSeen[] }).records.find(({ id }) => id === taskId);
    if (task?.taskStatus === 'RUNNING_FAIL') throw new Error(`${path}: ${task.taskInfo}`);
    if (task?.taskStatus !== 'RUNNING_SUCCESS' || task.endTime === null) continue;
    const wallSeconds = (Date.parse(task.endTime) - Date.parse(task.createTime)) / 1000;
    return { cpuSeconds: cpuSecondsOf(visitor.pid) - before, wallSeconds };
  }
  throw new Error(`${path}: the task did not end`);
}

const WORDS =
  'function return const page title menu footer widget option value array string include request'.split(' ');

/** Text of a site's size and kind: 1 to 15 kB, packs to about a third. */
function textOf(number: number): string {
  let seed = number + 1;
  let text = '';
  for (const length = 1000 + ((number * 7919) % 14_000); text.length < length;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${WORDS[seed % WORDS.length]}${seed % 1000} ${seed % 7 === 0 ? '\n' : ''}`;
  }
  return text;
}

function laySite(root: string, uid: number): void {
  const site = join(root, 'wwwroot/site');
  mkdirSync(site);
  chownSync(site, uid, uid);
  for (let number = 0; number < FILES; number += 1) {
    const folder = join(site, `folder-${Math.floor(number / FOLDER_FILES)}`);
    if (number % FOLDER_FILES === 0) {
      mkdirSync(folder);
      chownSync(folder, uid, uid);
    }
    const file = join(folder, `file-${number}.php`);
    writeFileSync(file, textOf(number));
    chownSync(file, uid, uid);
  }
}

function rows(
  job: string,
  { peer, own }: Pairs<Spent>,
  of: { name: string; cpu: number; wall?: number },
): readonly Row[] {
  const row = (figure: (spent: Spent) => number, what: string, most: number | undefined): Row => {
    const [theirs, ours] = [medianOf(peer, figure), medianOf(own, figure)];
    const limit = most === undefined ? 'none' : `≤ ${most}x`;
    return {
      job: `${job}: ${what}`,
      unit: 's',
      peer: { name: of.name, value: theirs },
      own: ours,
      limit,
      met: most === undefined || ours <= most * theirs,
    };
  };
  return [
    row(({ cpuSeconds }) => cpuSeconds, 'CPU', of.cpu),
    row(({ wallSeconds }) => wallSeconds, 'wall', of.wall),
  ];
}

/** Less time is worth nothing where the archive grows for it. */
function sizeRow(theirs: number, ours: number): Row {
  const peer = { name: 'zip', value: theirs / 1e6 };
  const most = 1.02;
  const met = ours <= most * theirs;
  return { job: 'zip 20,000 files: size', unit: 'MB', peer, own: ours / 1e6, limit: `≤ ${most}x`, met };
}

/** Packing and unpacking 20,000 files of a site beside `zip` and `unzip`, from the call to the end of its task. */
export async function archives(visitor: Visitor, rounds: number): Promise<readonly Row[]> {
  const root = join(visitor.data, 'hosts', visitor.hostCode);
  laySite(root, statSync(join(root, 'wwwroot')).uid);
  const scratch = await scratchFolder();
  const remove = (path: string) => rmSync(path, { force: true });
  // A folder of its own each time: ext4 is slow to make files right after as many were removed.
  let round = 0;
  const [theirZip, ourZip] = [join(scratch.path, 'site.zip'), join(root, 'data/site.zip')];
  try {
    const packed = await inPairs(rounds, {
      peer: async () => {
        remove(theirZip);
        return byProgram('zip', ['-qr', theirZip, 'site'], join(root, 'wwwroot'));
      },
      own: async () => {
        remove(ourZip);
        return byTask(visitor, '/fs/compress', { paths: ['/wwwroot/site'], to: '/data/site.zip' });
      },
    });
    const unpacked = await inPairs(rounds, {
      peer: async () => {
        round += 1;
        return byProgram('unzip', ['-q', theirZip, '-d', join(scratch.path, `out-${round}`)], scratch.path);
      },
      own: async () => {
        round += 1;
        return byTask(visitor, '/fs/decompress', { path: '/data/site.zip', to: `/wwwroot/out-${round}` });
      },
    });
    return [
      ...rows('zip 20,000 files', packed, { name: 'zip', cpu: 0.9, wall: 0.75 }),
      sizeRow(statSync(theirZip).size, statSync(ourZip).size),
      ...rows('unzip 20,000 files', unpacked, { name: 'unzip', cpu: 0.65 }),
    ];
  } finally {
    await scratch.remove();
  }
}
