import { installKernel, kernel, startLocalTask } from '@sitedeck/sdk';
import { config } from '../testing/samples';
import { guardLeaving, hasUnsavedWork, markDirty } from './leave-guard';

const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeAll(() => {
  installKernel({ config });
  guardLeaving();
});
afterAll(() => kernel().tasks.stop());

it('lets an idle page close without a question', () => {
  expect(asks()).toBe(false);
});

it('asks before the page closes while a remote holds unsaved work', () => {
  markDirty('files', true);
  expect([hasUnsavedWork(), asks()]).toEqual([true, true]);
  markDirty('files', false);
  expect([hasUnsavedWork(), asks()]).toEqual([false, false]);
});

it('asks before the page closes while a task runs, but not on the way to sign-in', () => {
  const answer = startLocalTask({ kind: 'upload', label: 'a' });
  expect(asks()).toBe(true);
  history.pushState(null, '', '/login');
  expect(asks()).toBe(false);
  history.pushState(null, '', '/');
  if (answer.is === 'started') answer.handle.finish();
  expect(asks()).toBe(false);
});
