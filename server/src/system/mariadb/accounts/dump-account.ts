import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { endConnections } from './host-accounts';
import type { Connection, Login } from '../connection/connection';
import { quotePattern, quoteText } from '../names';
import { withAdmin, type DatabaseServer } from '../connection/server';

/**
 * The owner of a database can replace a table by a view at any moment, and functions that a view calls may
 * run with the reader's rights. So an account that may run routines can't read beyond the database, and an
 * account that can read beyond it may not run routines.
 */
export type DumpPart = 'tables' | 'routines';
const RIGHTS: Readonly<Record<DumpPart, string>> = {
  tables: 'SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES, EXECUTE',
  // A global privilege lets the account select the database; with this one it sees no table.
  routines: 'EVENT',
};
/** Table with the source of every routine, independent of its definer. */
const ROUTINES = 'mysql.proc';

const PREFIX = 'dump_';
/** `dump_<creation time, ms>_<random>`. */
const NAME = /^dump_(\d+)_[0-9a-f]{16}$/;
/** An account that has not signed in after this time has lost its worker, ms. */
const SIGN_IN_MS = 10 * 60_000;

const account = (user: string, from: string): string => `${quoteText(user)}@${quoteText(from)}`;

/** Over a socket every client is local; over TCP the server may know this machine by another name. */
const clientHostsOf = ({ address }: DatabaseServer): readonly string[] =>
  address.is === 'socket' ? ['localhost'] : ['localhost', '%'];

async function drop(admin: Connection, user: string): Promise<void> {
  for (const from of ['localhost', '%']) await admin.run(`DROP USER IF EXISTS ${account(user, from)}`);
  // A connection that waits for a lock does not notice that its program has ended.
  await endConnections(admin, user);
}

const User = z.object({ user: z.string() });

/** Removes accounts whose worker died. */
async function sweep(admin: Connection): Promise<void> {
  const sql = `SELECT DISTINCT User AS user FROM mysql.user WHERE LEFT(User, ?) = ?
    AND User NOT IN (SELECT USER FROM information_schema.PROCESSLIST WHERE USER IS NOT NULL)`;
  for (const { user } of await admin.rows(User, sql, [PREFIX.length, PREFIX])) {
    const made = NAME.exec(user)?.[1];
    if (made !== undefined && Date.now() - Number(made) > SIGN_IN_MS) await drop(admin, user);
  }
}

/**
 * Creates an account that can read one part of one database and change nothing. It is dropped when it is
 * released.
 */
export async function createDumpAccount(server: DatabaseServer, dumper: DumpPart, database: string) {
  const user = `${PREFIX}${Date.now()}_${randomBytes(8).toString('hex')}`;
  const login: Login = { user, password: randomBytes(18).toString('base64url') };
  await withAdmin(server, async (admin) => {
    await sweep(admin);
    for (const from of clientHostsOf(server)) {
      const who = account(user, from);
      await admin.run(`CREATE USER ${who} IDENTIFIED BY ${quoteText(login.password)}`);
      await admin.run(`GRANT ${RIGHTS[dumper]} ON ${quotePattern(database)}.* TO ${who}`);
      if (dumper === 'routines') await admin.run(`GRANT SELECT ON ${ROUTINES} TO ${who}`);
    }
  });
  return {
    login,
    // If the engine is down, `sweep` removes the account later.
    [Symbol.asyncDispose]: () => withAdmin(server, (admin) => drop(admin, user)).catch(() => undefined),
  };
}
