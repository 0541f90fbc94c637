import { makeTestDb } from '../testing/state';
import { makeApp } from './app';
import { serveHealth } from './health';

it.each(['/healthz', '/readyz'])('answers HEAD %s as GET, without the body', async (path) => {
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
