import { installKernel, kernel, startLocalTask } from '@sitedeck/sdk';
import { config } from '../testing/samples';
import { stopLocalTasks } from './stop-local-tasks';

beforeAll(() => {
  installKernel({ config });
});
afterAll(() => kernel().tasks.stop());

it('stops an upload and waits until the server has been notified', async () => {
  const answer = startLocalTask({ kind: 'upload', label: 'photos' });
  if (answer.is !== 'started') throw new Error('the upload was refused');
  const { signal, finish } = answer.handle;
  let reported = false;
  signal.addEventListener('abort', () =>
    setTimeout(() => {
      reported = true;
      finish();
    }, 20),
  );
  await stopLocalTasks();
  expect([signal.aborted, reported]).toEqual([true, true]);
});

it('does not stop a task that the server runs', async () => {
  const answer = startLocalTask({ kind: 'decompress', label: 'site.zip' });
  if (answer.is !== 'started') throw new Error('the task was refused');
  const { signal, attach, finish } = answer.handle;
  attach?.(7);
  await stopLocalTasks();
  expect(signal.aborted).toBe(false);
  finish();
});

it('returns at once if no local task runs', async () => {
  await expect(stopLocalTasks()).resolves.toBeUndefined();
});
