import type { OwnerContext } from '#api/calls/handlers';
import { fetchHandlers } from './fetch-handlers';

it('refuses an address with a password before a task or the log stores it', async () => {
  const kept: unknown[] = [];
  const keep = (...all: unknown[]) => void kept.push(...all);
  const { fetchUrl } = fetchHandlers((...all) => {
    keep(...all);
    return Promise.reject(new Error('It is kept'));
  });
  const context = {
    scope: { hostCode: 'vh10001', operator: 'owner' },
    note: keep,
  } as unknown as OwnerContext;
  const body = { url: 'https://somebody:secret@example.com/a.zip', to: '/wwwroot' };
  await expect(fetchUrl({ body } as never, context)).rejects.toMatchObject({
    reason: 'url-refused',
    detail: { values: { host: 'example.com' } },
  });
  expect(kept).toEqual([]);
  // What stands behind the `?` is for the worker alone.
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
