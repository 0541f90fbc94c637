import { installKernel, kernel, startLocalTask } from '@sitedeck/sdk';
import { config } from '../testing/samples';
import { stopLocalTasks } from './stop-local-tasks';

beforeAll(() => {
  installKernel({ config });
});
afterAll(() => kernel().tasks.stop());

it('asks an upload to stop and waits until it has reported that to the server', async () => {
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

it('lets a task go on that the server runs', async () => {
  const answer = startLocalTask({ kind: 'decompress', label: 'site.zip' });
  if (answer.is !== 'started') throw new Error('the task was refused');
  const { signal, attach, finish } = answer.handle;
  attach?.(7);
  await stopLocalTasks();
  expect(signal.aborted).toBe(false);
  finish();
});

it('waits for nothing if nothing runs', async () => {
  await expect(stopLocalTasks()).resolves.toBeUndefined();
});
