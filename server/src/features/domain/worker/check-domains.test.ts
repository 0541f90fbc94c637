import { sql } from 'kysely';
import { pino } from 'pino';
import type { Dns } from '#system/dns/resolver';
import { addHostRow } from '#testing/access-log';
import { makeTestDb, type TestDb } from '#testing/state';
import { checkOldDomains } from './check-domains';

const NONE = () => Promise.resolve({ is: 'none' } as const);
const dns: Dns = { ipv4: NONE, ipv6: NONE, caa: NONE, txt: NONE };

describe('the check of old domains', () => {
  let test: TestDb;

  beforeAll(async () => {
    test = await makeTestDb();
  });
  afterAll(() => test.close());

  it('goes on after a domain whose check the database refuses, and logs it', async () => {
    const { db } = test;
    const host_code = await addHostRow(db);
    const names = ['a.example', 'refused.example', 'z.example'];
    await db
      .insertInto('domain')
      .values(names.map((name) => ({ name, host_code })))
      .execute();
    await sql`alter table domain add check (name <> 'refused.example' or dns is null)`.execute(db);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const dnsTarget = { addresses: ['192.0.2.7'], authorities: [] };
    await checkOldDomains(
      { db, dns, dnsTarget, node: 'local', log, now: Date.now },
      new AbortController().signal,
    );
    const checked = await db.selectFrom('domain').select('name').where('dns', 'is not', null).execute();
    expect(checked.map(({ name }) => name).sort()).toEqual(['a.example', 'z.example']);
    expect(lines.map((line) => (JSON.parse(line) as { domain?: string }).domain)).toEqual([
      'refused.example',
    ]);
  });
});
