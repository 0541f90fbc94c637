import pg from 'pg';

/** Does `work` while no other process on this database does work of that name; others wait. */
export async function withDatabaseLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'sitedeck-lock' });
  // A connection that is lost gives the lock back; what was begun under it ends as it ends.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end();
  }
}
