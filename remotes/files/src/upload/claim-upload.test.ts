import { claimUpload } from './claim-upload';

/** Longer than the wait for the lock, ms. */
const BUSY_MS = 1500;

it('claims a free upload on a page that renders for longer than the wait for the lock', async () => {
  const claimed = claimUpload('free');
  const until = Date.now() + BUSY_MS;
  while (Date.now() < until);
  const release = await claimed;
  expect(release).toBeDefined();
  release?.();
});

it('gives up an upload that another page runs', async () => {
  const release = await claimUpload('taken');
  expect(await claimUpload('taken')).toBeUndefined();
  release?.();
});
