import pg from 'pg';

/** Runs `work` while no other process on this database runs work of that name; others wait. */
export async function withDatabaseLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'sitedeck-lock' });
  // PostgreSQL releases the lock of a lost connection; work that has started is not interrupted.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end();
  }
}
