import { kernel } from '@sitedeck/sdk';
import { startKernel } from '@sitedeck/ui/testing/render-remote';
import { openSiteServer } from '../testing/site-server';
import { waitingSnapshot } from './queue-view';
import { uploadProgress, uploadQueue } from './upload-queue';

let site: Awaited<ReturnType<typeof openSiteServer>>;
beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

it('ends an upload as stopped, not as failed, when it is cancelled before the server has begun it', async () => {
  await site.empty();
  startKernel(site.origin);
  const begun = site.hold('/fs/upload/begin');
  const blob = new File(['one'], 'one.txt');
  const items = [{ path: 'one.txt', size: 3, modified: 1, blob }];
  const ended = uploadQueue.add({ folder: '/wwwroot', items, label: 'one.txt' });
  const outcome = expect(ended).rejects.toMatchObject({ reason: 'aborted' });
  await begun.asked();
  uploadQueue.cancel();
  await outcome;
  begun.release();
  expect(kernel().store.getState().localTasks).toMatchObject([{ status: 'STOP', failed: [] }]);
});

it('refuses to continue an upload of an earlier page while another upload runs, in the words of the specification', async () => {
  await site.empty();
  startKernel(site.origin);
  const begun = site.hold('/fs/upload/begin');
  const items = [{ path: 'two.txt', size: 3, modified: 1, blob: new File(['two'], 'two.txt') }];
  const first = uploadQueue.add({ folder: '/wwwroot', items, label: 'two.txt' });
  const outcome = expect(first).rejects.toMatchObject({ reason: 'aborted' });
  await begun.asked();
  const saved = { id: 'earlier', owner: 'x', folder: '/wwwroot', files: [], touchedAt: 1 };
  await expect(uploadQueue.add({ folder: '/wwwroot', items, label: 'two.txt', saved })).rejects.toMatchObject(
    { message: '当前有任务尚未运行完成，请等待完成后重试。' },
  );
  uploadQueue.cancel();
  await outcome;
  begun.release();
});

it('counts which file of all is being sent, and at the end those that succeeded', () => {
  const items = [1, 2, 3].map((n) => ({ path: `${n}`, size: 4, modified: 1 }));
  const sending = { ...waitingSnapshot('/', items), phase: { is: 'sending' as const }, uploaded: 1, size: 4 };
  expect(uploadProgress(sending)).toMatchObject({ uploaded: 1, whichFile: 2, total: 3, ratio: 1 / 3 });
  const ended = { ...sending, phase: { is: 'ended' as const, result: 'STOP' as const } };
  expect(uploadProgress(ended)).toMatchObject({ succeed: 1 });
  expect(uploadProgress(ended).whichFile).toBeUndefined();
});
