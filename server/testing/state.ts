import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDb, type Db } from '#state/db';
import { migrate } from '#state/migrate';

export interface TestDb {
  readonly db: Db;
  /** For a second connection, or another process. */
  readonly url: string;
  close(): Promise<void>;
}

async function requestServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const TEMPLATE = 'migrated';

const urlOf = (server: string, name: string): string => server.replace('/postgres?', `/${name}?`);

/** Created once per run: every test database is a copy of it. */
export async function makeTemplate(server: string): Promise<void> {
  await requestServer(server, `create database ${TEMPLATE}`);
  const db = openDb(urlOf(server, TEMPLATE), { max: 1 });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** A fresh, migrated database on the run's real PostgreSQL; `close` drops it. */
export async function makeTestDb(): Promise<TestDb> {
  const server = process.env['SITEDECK_TEST_POSTGRES'];
  if (server === undefined) throw new Error('No test PostgreSQL: run through the jest project "server"');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await requestServer(server, `create database ${name} template ${TEMPLATE}`);
  const url = urlOf(server, name);
  const db = openDb(url, { max: 6 });
  return {
    db,
    url,
    close: async () => {
      await db.destroy();
      await requestServer(server, `drop database ${name} with (force)`);
    },
  };
}
