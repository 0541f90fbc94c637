import { sql } from 'kysely';
import { pino } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import type { Dns } from '#system/dns/resolver';
import { addHostRow } from '#testing/access-log';
import { makeTestDb, type TestDb } from '#testing/state';
import { makeCheckOldDomains } from './check-domains';

const NONE = () => Promise.resolve({ is: 'none' } as const);
const dns: Dns = { ipv4: NONE, ipv6: NONE, caa: NONE, txt: NONE };

describe('the check of old domains', () => {
  let test: TestDb;
  let host_code: HostCode;
  let now: number;
  let logged: (string | undefined)[];
  let check: () => Promise<void>;

  beforeAll(async () => {
    test = await makeTestDb();
    host_code = await addHostRow(test.db);
    await sql`alter table domain add check (name not like 'refused%' or dns is null)`.execute(test.db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    now = Date.now();
    logged = [];
    const log = pino(
      {},
      { write: (line: string) => logged.push((JSON.parse(line) as { domain?: string }).domain) },
    );
    const dnsTarget = { addresses: ['192.0.2.7'], authorities: [] };
    const round = makeCheckOldDomains({
      ...{ db: test.db, dns, dnsTarget, log },
      node: 'local',
      now: () => now,
    });
    check = () => round(new AbortController().signal);
    await test.db.deleteFrom('domain').execute();
  });

  const add = (names: readonly string[]) =>
    test.db
      .insertInto('domain')
      .values(names.map((name) => ({ name, host_code })))
      .execute();
  const checked = async () => {
    const rows = await test.db.selectFrom('domain').select('name').where('dns', 'is not', null).execute();
    return rows.map(({ name }) => name).sort();
  };

  it('goes on after a domain whose check the database refuses, and logs it', async () => {
    await add(['a.example', 'refused.example', 'z.example']);
    await check();
    expect(await checked()).toEqual(['a.example', 'z.example']);
    expect(logged).toEqual(['refused.example']);
  });

  it('checks other domains in the next round if a full round fails, and retries later', async () => {
    const refused = Array.from({ length: 50 }, (_, n) => `refused${n}.example`);
    await add(refused);
    await check();
    await add(['a.example']);
    await check();
    expect(await checked()).toEqual(['a.example']);
    expect([...logged].sort()).toEqual([...refused].sort());
    now += 2 * 3_600_000;
    await check();
    expect(logged).toHaveLength(100);
  });
});
