import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf } from './processes';
import type { SpentTime } from './measure-program';
import type { Visitor } from './visitor';

/** Polls cost CPU of ours too, and so does the wait after the end: rare during long tasks, soon after short ones. */
const FIRST_POLL_MS = 125;
const LAST_POLL_MS = 1000;
const PATIENCE_MS = 300_000;

interface TaskSeen {
  readonly id: number;
  readonly taskStatus: string;
  readonly taskInfo: string;
  readonly createTime: string;
  readonly endTime: string | null;
}

/** Calls the console; rejects if it refuses. Without a body the method is GET. */
export async function callConsole(
  { origin, headers }: Visitor,
  path: string,
  body?: object,
): Promise<unknown> {
  const sent = body && {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const reply = await fetch(origin + path, sent ?? { headers });
  const { code, res, msg } = (await reply.json()) as { code: string; res: unknown; msg?: string };
  if (code !== '200') throw new Error(`${path}: ${code} ${msg}`);
  return res;
}

interface EndedTask {
  readonly wallSeconds: number;
  /** The task's result. */
  readonly info: string;
}

async function ended(visitor: Visitor, path: string, taskId: number): Promise<EndedTask> {
  const until = performance.now() + PATIENCE_MS;
  for (let wait = FIRST_POLL_MS; performance.now() < until; wait = Math.min(2 * wait, LAST_POLL_MS)) {
    await sleep(wait);
    const page = await callConsole(visitor, `/api/task/queryPage/${visitor.hostCode}/1/5`, {});
    const task = (page as { records: readonly TaskSeen[] }).records.find(({ id }) => id === taskId);
    if (task?.taskStatus === 'RUNNING_FAIL') throw new Error(`${path}: ${task.taskInfo}`);
    if (task?.taskStatus !== 'RUNNING_SUCCESS' || task.endTime === null) continue;
    const wallSeconds = (Date.parse(task.endTime) - Date.parse(task.createTime)) / 1000;
    return { wallSeconds, info: task.taskInfo };
  }
  throw new Error(`${path}: the task did not end`);
}

/** From the request to the task's end, with the CPU time of all our processes. */
export async function measureTask(
  visitor: Visitor,
  path: string,
  body: object,
): Promise<SpentTime & EndedTask> {
  const before = cpuSecondsOf(visitor.pid);
  const { taskId } = (await callConsole(visitor, path, body)) as { taskId: number };
  const end = await ended(visitor, path, taskId);
  return { ...end, cpuSeconds: cpuSecondsOf(visitor.pid) - before };
}
