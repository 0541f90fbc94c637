import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { TestMariadb } from '#testing/mariadb';
import { ensureHostDatabase, shareRoutines, type Clients } from './accounts/host-accounts';
import { tablesOf } from './monitor/tables';
import { dumpDatabase } from './dump/dump';
import type { Connection } from './connection/connection';
import { judgeDump } from './load/judge/judge-dump';
import { quoteName } from './names';
import { replaceDatabase } from './swap/replace-database';
import { openConnection, versionNumberOf, withAdmin, type HostDatabase } from './connection/server';
import { ROUND_TRIPS } from '#testing/dump-round-trips';

let mariadb: TestMariadb;
beforeAll(async () => {
  mariadb = await TestMariadb.make();
});
afterAll(() => mariadb.close());

const CLIENTS: Clients = { local: true, remote: 'no' };
const never = new AbortController().signal;
let made = 0;

async function newHost(): Promise<HostDatabase> {
  const name = `u_trip${(made += 1)}`;
  const host = { name, user: name, password: `secret-of-${name}` };
  await withAdmin(mariadb.server, (admin) =>
    ensureHostDatabase(admin, host, { overQuota: false, clients: CLIENTS }),
  );
  return host;
}

async function as<Result>(
  host: HostDatabase,
  work: (connection: Connection) => Promise<Result>,
  more: { readonly bytes?: true } = {},
): Promise<Result> {
  const connection = await openConnection(mariadb.server, { login: host, database: host.name, ...more });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const runAll = (
  host: HostDatabase,
  statements: readonly string[],
  more: { readonly bytes?: true } = {},
): Promise<void> =>
  as(
    host,
    async (connection) => {
      for (const statement of statements) await connection.run(statement.replaceAll('OWN', host.name));
    },
    more,
  );

async function dumpOf({ name: database }: HostDatabase): Promise<Buffer> {
  const output = new PassThrough();
  const [, dump] = await Promise.all([
    dumpDatabase(mariadb.server, { database, output, signal: never }),
    buffer(output),
  ]);
  return dump;
}

const load = (host: HostDatabase, dump: Buffer, mode: 'merge' | 'replace') =>
  replaceDatabase({
    ...{ server: mariadb.server, host, clients: CLIENTS, mode, quota: null, signal: never },
    journal: { write: () => Promise.resolve() },
    read: () => Readable.from([dump], { objectMode: false }),
  });

const Sum = z.object({ Checksum: z.coerce.number().nullable() });

/** The content of a database: a checksum of every table, and everything as a dump writes it. */
async function stateOf(host: HostDatabase): Promise<Readonly<Record<string, unknown>>> {
  const tables = await withAdmin(mariadb.server, (admin) => tablesOf(admin, host.name));
  await withAdmin(mariadb.server, (admin) => shareRoutines(admin, host));
  const sums = await as(host, async (connection) => {
    const found: Record<string, unknown> = {};
    for (const { name, kind } of tables) {
      if (kind === 'view') continue;
      found[name] = (await connection.rows(Sum, `CHECKSUM TABLE ${quoteName(name)}`))[0]?.Checksum;
    }
    return found;
  });
  const dump = (await dumpOf(host)).toString('latin1').replaceAll(`\`${host.name}\`.`, '');
  return { sums, dump: dump.replaceAll(host.name, 'u_x') };
}

const Row = z.record(z.string(), z.unknown());
const answersOf = (host: HostDatabase, asks: readonly string[]): Promise<unknown[]> =>
  as(host, (connection) => Promise.all(asks.map((request) => connection.rows(Row, request))));

describe.each(ROUND_TRIPS)('a database with $what', ({ make, works = [], bytes, asks }) => {
  const seen = (host: HostDatabase) => (asks ? answersOf(host, asks) : stateOf(host));

  it('is unchanged after its export is imported elsewhere, and after its backup is restored', async () => {
    const from = await newHost();
    await runAll(from, make, { ...(bytes && { bytes }) });
    const before = await seen(from);
    const dump = await dumpOf(from);
    // A test restore reads it with the same judge.
    const engine = await withAdmin(mariadb.server, versionNumberOf);
    await judgeDump({ source: Readable.from([dump], { objectMode: false }), engine, signal: never });
    for (const mode of ['merge', 'replace'] as const) {
      const to = await newHost();
      expect(await load(to, dump, mode)).toMatchObject({ lost: [] });
      expect(await seen(to)).toEqual(before);
      await runAll(to, works);
    }
    expect(await load(from, dump, 'replace')).toMatchObject({ lost: [] });
    expect(await seen(from)).toEqual(before);
    await runAll(from, works);
  });
});
