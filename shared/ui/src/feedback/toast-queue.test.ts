import { ToastQueue } from './toast-queue';
import type { Toasts } from './use-feedback';

const toasts = {} as Toasts;

it('queues messages until toasts can be rendered, in order', async () => {
  const queue = new ToastQueue();
  const said: string[] = [];
  const isLoaded = new Promise<void>((resolve) => queue.subscribe(resolve));
  queue.withToasts(() => said.push('first'));
  queue.withToasts(() => said.push('second'));
  await isLoaded;
  expect(queue.isLoaded()).toBe(true);
  expect(said).toEqual([]);
  queue.onReady(toasts);
  queue.withToasts((given) => said.push(given === toasts ? 'third' : 'wrong'));
  expect(said).toEqual(['first', 'second', 'third']);
});

it('loads nothing before the first toast', () => {
  expect(new ToastQueue().isLoaded()).toBe(false);
});
