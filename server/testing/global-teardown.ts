import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTestPostgres, testPostgres } from './test-postgres';

/** Ends the server at once (SIGQUIT): its data is thrown away. */
export default async function stopTestPostgres(): Promise<void> {
  const running = testPostgres();
  if (!running) return;
  const gone = once(running.server, 'exit');
  running.server.kill('SIGQUIT');
  await gone;
  await rm(running.scratch, { recursive: true, force: true });
  setTestPostgres(undefined);
}
