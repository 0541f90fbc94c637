import { Refusal } from '#faults/refusal';
import { scopeOfTask } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import { addHostRow } from '#testing/access-log';
import { makeTestDb, type TestDb } from '#testing/state';
import { makeBindTyped } from './bind-handlers';

describe('binding typed names', () => {
  let test: TestDb;

  beforeAll(async () => {
    test = await makeTestDb();
  });
  afterAll(() => test.close());

  it('unbinds what the web server refuses, but nothing that a parallel call has bound', async () => {
    const { db } = test;
    const hostCode = await addHostRow(db);
    const host = await readHost(db, hostCode);
    if (!host) throw new Error('no host');
    // Both calls have read the host before either bound a name.
    const context = {
      scope: scopeOfTask({ host_code: hostCode, operator: '' }, host),
      note: () => undefined,
    };
    const bound = async () =>
      (await db.selectFrom('domain').select('name').where('host_code', '=', hostCode).execute())
        .map(({ name }) => name)
        .sort();
    const binder = (apply: () => Promise<void>) =>
      makeBindTyped({
        db,
        work: { applySites: apply },
        hosts: { fresh: () => Promise.resolve(undefined) },
        reserved: { own: [], preview: 'localhost' },
      });
    await binder(() => Promise.resolve())(['shared.example', 'good.example'], context);
    const refusal = new Refusal('config-refused', { values: { engine: 'nginx', detail: 'x' } });
    const refused = binder(() => Promise.reject(refusal))(['shared.example', 'bad.example'], context);
    await expect(refused).rejects.toThrow('config-refused');
    expect(await bound()).toEqual(['good.example', 'shared.example']);
  });
});
