import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { endConnections } from './host-accounts';
import type { Connection, Login } from '../connection/connection';
import { quotePattern, quoteText } from '../names';
import { withAdmin, type DatabaseServer } from '../connection/server';

/**
 * Who owns a database may put a view in the place of a table at any moment, and what a view calls runs with the rights of
 * whoever reads it. So nobody who may run anything reads beyond the database, and who reads beyond it runs nothing.
 */
export type DumpPart = 'tables' | 'routines';
const RIGHTS: Readonly<Record<DumpPart, string>> = {
  tables: 'SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES, EXECUTE',
  // Any one lets it choose the database; with this one it sees no table.
  routines: 'EVENT',
};
/** Texts of routines, whoever has made them. */
const ROUTINES = 'mysql.proc';

const PREFIX = 'dump_';
/** `dump_<made, ms>_<random>`. */
const NAME = /^dump_(\d+)_[0-9a-f]{16}$/;
/** One that is not signed in after this has lost its worker, ms. */
const SIGN_IN_MS = 10 * 60_000;

const account = (user: string, from: string): string => `${quoteText(user)}@${quoteText(from)}`;

/** By socket everybody is local; by address a server may have another name for where we are. */
const placesOf = ({ address }: DatabaseServer): readonly string[] =>
  address.is === 'socket' ? ['localhost'] : ['localhost', '%'];

async function drop(admin: Connection, user: string): Promise<void> {
  for (const from of ['localhost', '%']) await admin.run(`DROP USER IF EXISTS ${account(user, from)}`);
  // One that waits for a lock does not notice that its program has gone.
  await endConnections(admin, user);
}

const User = z.object({ user: z.string() });

/** Those whose worker was lost. */
async function sweep(admin: Connection): Promise<void> {
  const sql = `SELECT DISTINCT User AS user FROM mysql.user WHERE LEFT(User, ?) = ?
    AND User NOT IN (SELECT USER FROM information_schema.PROCESSLIST WHERE USER IS NOT NULL)`;
  for (const { user } of await admin.rows(User, sql, [PREFIX.length, PREFIX])) {
    const made = NAME.exec(user)?.[1];
    if (made !== undefined && Date.now() - Number(made) > SIGN_IN_MS) await drop(admin, user);
  }
}

/** A user who reads of one database what is wanted and changes nothing, until whoever has it lets it go. */
export async function createDumpAccount(server: DatabaseServer, dumper: DumpPart, database: string) {
  const user = `${PREFIX}${Date.now()}_${randomBytes(8).toString('hex')}`;
  const login: Login = { user, password: randomBytes(18).toString('base64url') };
  await withAdmin(server, async (admin) => {
    await sweep(admin);
    for (const from of placesOf(server)) {
      const who = account(user, from);
      await admin.run(`CREATE USER ${who} IDENTIFIED BY ${quoteText(login.password)}`);
      await admin.run(`GRANT ${RIGHTS[dumper]} ON ${quotePattern(database)}.* TO ${who}`);
      if (dumper === 'routines') await admin.run(`GRANT SELECT ON ${ROUTINES} TO ${who}`);
    }
  });
  return {
    login,
    // An engine that is not there any more is swept when it is back.
    [Symbol.asyncDispose]: () => withAdmin(server, (admin) => drop(admin, user)).catch(() => undefined),
  };
}
