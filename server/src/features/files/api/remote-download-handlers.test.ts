import type { OwnerContext } from '#api/calls/handlers';
import { remoteDownloadHandlers } from './remote-download-handlers';

it('refuses an address with a password before a task or the log stores it', async () => {
  const kept: unknown[] = [];
  const keep = (...all: unknown[]) => void kept.push(...all);
  const { fetchUrl } = remoteDownloadHandlers((...all) => {
    keep(...all);
    return Promise.reject(new Error('It is kept'));
  });
  const context = {
    scope: { hostCode: 'vh10001', operator: 'owner' },
    note: keep,
  } as unknown as OwnerContext;
  const body = { url: 'https://user:secret@example.com/a.zip', to: '/wwwroot' };
  await expect(fetchUrl({ body } as never, context)).rejects.toMatchObject({
    reason: 'url-refused',
    detail: { values: { host: 'example.com' } },
  });
  expect(kept).toEqual([]);
  // Only the worker gets the query.
  const url = 'https://example.com/a.zip?key=secret#there';
  await expect(fetchUrl({ body: { url, to: '/wwwroot' } } as never, context)).rejects.toThrow('It is kept');
  const shown = { url: 'https://example.com/a.zip' };
  expect(kept).toMatchObject([
    '/wwwroot',
    shown,
    expect.anything(),
    { payload: { ...shown, targetPath: '/wwwroot', hidden: { url } } },
  ]);
});
