import { makeTestDb } from '#testing/state';
import { makeApp } from './app';
import { serveHealth } from './health';

it.each(['/healthz', '/readyz'])('answers HEAD %s like GET, without the body', async (path) => {
  const test = await makeTestDb();
  const app = makeApp('console');
  serveHealth(app, test.db);
  try {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const [asked, got] = [await fetch(origin + path, { method: 'HEAD' }), await fetch(origin + path)];
    expect(asked.status).toBe(200);
    expect(await asked.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(asked.headers.get(name)).toBe(got.headers.get(name));
    expect(await got.json()).toMatchObject({ status: 'ok' });
  } finally {
    await app.close();
    await test.close();
  }
});

it('queries the database once for all simultaneous requests', async () => {
  const test = await makeTestDb();
  let asked = 0;
  const counting = test.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const app = makeApp('console');
  serveHealth(app, counting);
  try {
    const all = await Promise.all(Array.from({ length: 200 }, () => app.inject('/readyz')));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
    expect(asked).toBeLessThan(100);
  } finally {
    await app.close();
    await test.close();
  }
});
