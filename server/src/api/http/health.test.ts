import { makeTestDb } from '#testing/state';
import { makeApp } from './listeners/app';
import { serveHealth } from './health';

it.each(['/healthz', '/readyz'])('answers HEAD %s like GET, without the body', async (path) => {
  const test = await makeTestDb();
  const app = makeApp('console');
  serveHealth(app, test.db);
  try {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const [head, got] = [await fetch(origin + path, { method: 'HEAD' }), await fetch(origin + path)];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect(await got.json()).toMatchObject({ status: 'ok' });
  } finally {
    await app.close();
    await test.close();
  }
});

it('queries the database once for all simultaneous requests', async () => {
  const test = await makeTestDb();
  let queryCount = 0;
  const counting = test.db.withPlugin({
    transformQuery: ({ node }) => {
      queryCount += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const app = makeApp('console');
  serveHealth(app, counting);
  try {
    const all = await Promise.all(Array.from({ length: 200 }, () => app.inject('/readyz')));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
    expect(queryCount).toBeLessThan(100);
  } finally {
    await app.close();
    await test.close();
  }
});
