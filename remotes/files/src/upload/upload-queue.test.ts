import { kernel } from '@sitedeck/sdk';
import { startKernel } from '@sitedeck/ui/testing/render-remote';
import { openSiteServer } from '../testing/site-server';
import { uploadQueue } from './upload-queue';

let site: Awaited<ReturnType<typeof openSiteServer>>;
beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

it('ends as stopped, not as failed, when it is cancelled before the server has begun it', async () => {
  await site.empty();
  startKernel(site.origin);
  const begun = site.hold('/fs/upload/begin');
  const blob = new File(['one'], 'one.txt');
  const items = [{ path: 'one.txt', size: 3, modified: 1, blob }];
  const ended = uploadQueue.add({ folder: '/wwwroot', items, label: 'one.txt' });
  const outcome = expect(ended).rejects.toMatchObject({ reason: 'aborted' });
  await begun.asked;
  uploadQueue.cancel();
  await outcome;
  begun.release();
  expect(kernel().store.getState().localTasks).toMatchObject([{ status: 'STOP', failed: [] }]);
});
