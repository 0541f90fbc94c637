import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from './visitor';

const PATIENCE = 200;
const POLL_MS = 100;

/** Packs a file several times, so that lists of tasks have rows. */
export async function createTasks(visitor: Visitor, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const body = { paths: ['/wwwroot/index.html'], to: `/data/archive-${number}.zip` };
    await post(visitor, '/fs/compress', body);
    await untilAllEnded(visitor);
  }
}

async function post({ origin, headers }: Visitor, path: string, body: object): Promise<unknown> {
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, res, msg } = (await reply.json()) as { code: string; res: unknown; msg?: string };
  if (Number(code) !== 200) throw new Error(`${path}: ${code} ${msg}`);
  return res;
}

async function untilAllEnded(visitor: Visitor): Promise<void> {
  const path = `/api/task/queryPage/${visitor.hostCode}/1/50`;
  for (let polls = 0; polls < PATIENCE; polls += 1) {
    const { records } = (await post(visitor, path, {})) as { records: readonly { taskStatus: string }[] };
    if (records.every(({ taskStatus }) => taskStatus === 'RUNNING_SUCCESS')) return;
    await sleep(POLL_MS);
  }
  throw new Error('a task did not end');
}
