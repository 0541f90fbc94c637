import { isOpen, type Task } from '@sitedeck/contract';
import { task } from '../testing/samples';
import { followTask, withTask } from './follow-task';

const running = task({ id: 7 });
const ended = task({ id: 7, taskStatus: 'RUNNING_FAIL' });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Follows a task whose replies are given, the last one again and again. */
function follow(answers: readonly (Task | undefined)[], signal = new AbortController().signal) {
  const moments: number[] = [];
  const start = Date.now();
  const seen: Task[] = [];
  const onReply = (task: Task) => void seen.push(task);
  const ask = () => {
    const reply = answers[Math.min(moments.length, answers.length - 1)];
    moments.push(Date.now() - start);
    return reply ? Promise.resolve(reply) : Promise.reject(new Error('no reply'));
  };
  const done = followTask({ ask, onReply }, signal);
  return { moments, seen, done };
}

it('polls every 0.4 s and stops when the task has ended', async () => {
  const { moments, seen, done } = follow([running, running, ended]);
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect(moments).toEqual([400, 800, 1200]);
  expect(seen.map(({ taskStatus }) => isOpen(taskStatus))).toEqual([true, true, false]);
});

it('stops polling after 5 s, since the list is polled anyway', async () => {
  const { moments, done } = follow([running]);
  await jest.advanceTimersByTimeAsync(60_000);
  await done;
  expect([moments.length, moments.at(-1)]).toEqual([12, 4800]);
});

it('polls again after a request without a reply', async () => {
  const { moments, seen, done } = follow([undefined, ended]);
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect([moments.length, seen.length]).toEqual([2, 1]);
});

it('stops polling when the page closes', async () => {
  const end = new AbortController();
  const { moments, done } = follow([running], end.signal);
  await jest.advanceTimersByTimeAsync(900);
  end.abort();
  await done;
  expect(moments).toEqual([400, 800]);
});

it('puts the newer state of a task into the list, and a new task first', () => {
  expect(withTask([task({ id: 9 }), running, task({ id: 2 })], ended)).toEqual([
    task({ id: 9, createTime: expect.any(String) as string }),
    ended,
    task({ id: 2, createTime: expect.any(String) as string }),
  ]);
  expect(withTask([task({ id: 2 })], ended).map(({ id }) => id)).toEqual([7, 2]);
});
