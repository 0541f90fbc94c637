import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 250;

export interface NodeLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only worker of a node while its connection lives. A killed worker loses the lock
 * together with its connection. A worker that loses its connection must stop, since another may start.
 */
export async function takeNodeLock(
  url: string,
  node: string,
  options: { signal: AbortSignal; onLost: () => void },
): Promise<NodeLock> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'sitedeck-node-lock',
  });
  let released = false;
  client.on('error', () => undefined);
  client.on('end', () => {
    if (!released) options.onLost();
  });
  await client.connect();
  const release = async () => {
    released = true;
    await client.end();
  };
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [`sitedeck-node ${node}`],
    );
    if (rows[0]?.held) return { release };
    if (options.signal.aborted) {
      await release();
      throw new Error('Stopped while waiting for the node lock');
    }
    await sleep(RETRY_MS);
  }
}
