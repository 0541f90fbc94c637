import { z } from 'zod';
import type { DatabaseProcess } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { endConnection } from '../accounts/host-accounts';
import type { Connection } from '../connection/connection';
import { Count } from './size';

const Text = z.string().nullable();
const STATEMENT_SHOWN = 2000;
const ProcessRow = z.object({
  id: z.coerce.number(),
  client: z.string(),
  command: z.string(),
  seconds: Count,
  state: Text,
  statement: Text,
});

export async function processesOf(admin: Connection, user: string): Promise<DatabaseProcess[]> {
  const sql = `SELECT ID AS id, HOST AS client, COMMAND AS command, TIME AS seconds, STATE AS state,
      LEFT(INFO, ${STATEMENT_SHOWN}) AS statement
    FROM information_schema.PROCESSLIST WHERE USER = ? ORDER BY ID LIMIT 200`;
  const rows = await admin.rows(ProcessRow, sql, [user]);
  return rows.map(({ client, state, statement, ...row }) => ({
    ...row,
    client: client.replace(/:\d+$/, ''),
    state: state ?? '',
    statement: statement ?? '',
  }));
}

/** Refuses with `process-gone` if the connection does not exist or belongs to another user. */
export async function killConnection(admin: Connection, user: string, id: number): Promise<void> {
  const own = await processesOf(admin, user);
  if (!own.some((process) => process.id === id)) throw new Refusal('process-gone');
  await endConnection(admin, id);
}
