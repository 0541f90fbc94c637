import { makeStore } from '../kernel/store';
import type { LocalTaskHandle } from '../kernel/kernel-shape';
import { makeLocalTaskRunner } from './local-task-runner';

function desk() {
  const { store } = makeStore();
  const local = makeLocalTaskRunner(store);
  const begin = (): LocalTaskHandle => {
    const answer = local.start({ kind: 'upload', label: 'a.txt' });
    if (answer.is === 'refused') throw new Error(answer.fault.message);
    return answer.handle;
  };
  return { ...local, begin, list: () => store.getState().localTasks };
}

it('runs one task at a time and refuses a second in the words of the specification', () => {
  const { start, begin } = desk();
  begin();
  expect(start({ kind: 'compress', label: 'b' })).toMatchObject({
    is: 'refused',
    fault: { code: '409', message: '当前有任务尚未运行完成，请等待完成后重试。' },
  });
});

it.each(['upload', 'compress', 'decompress'] as const)(
  'accepts a temporary task of this browser: %s',
  (kind) => {
    const { start, list } = desk();
    expect(start({ kind, label: 'a' }).is).toBe('started');
    expect(list()).toMatchObject([{ kind, status: 'RUNNING' }]);
  },
);

it('accepts the next task once the first has ended, newest first', () => {
  const { start, begin, list } = desk();
  begin().finish();
  expect(start({ kind: 'compress', label: 'b' }).is).toBe('started');
  expect(list().map(({ label }) => label)).toEqual(['b', 'a.txt']);
});

it.each([
  ['RUNNING_SUCCESS', false, []],
  ['RUNNING_FAIL', false, [{ path: 'a', message: 'full' }]],
  ['STOP', true, []],
  ['RUNNING_FAIL', true, [{ path: 'a', message: 'full' }]],
] as const)('ends with the status %s (cancelled: %s, failed: %j)', (status, cancelled, failed) => {
  const { begin, cancel, list } = desk();
  const { id, signal, finish } = begin();
  if (cancelled) cancel(id);
  expect(signal.aborted).toBe(cancelled);
  finish(failed);
  expect(list()).toMatchObject([{ status, failed, stopping: false }]);
  expect(list()[0]?.endedAt).not.toBeNull();
});

it('shows a cancelled task as stopping at once, and refuses the next task until it has cleaned up', () => {
  const { start, begin, cancel, list } = desk();
  const { id } = begin();
  cancel(id);
  expect(list()).toMatchObject([{ status: 'RUNNING', stopping: true }]);
  expect(start({ kind: 'upload', label: 'b' }).is).toBe('refused');
});

it('counts progress and drops only ended tasks', () => {
  const { begin, drop, list } = desk();
  const { id, progress, finish } = begin();
  progress({ size: 5, totalSize: 10 });
  expect(list()).toMatchObject([{ progress: { size: 5, totalSize: 10 } }]);
  drop(id);
  expect(list()).toHaveLength(1);
  finish();
  drop(id);
  expect(list()).toEqual([]);
});
