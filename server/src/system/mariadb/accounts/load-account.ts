import type { Connection } from '../connection/connection';
import type { HostDatabase } from '../connection/server';
import { quotePattern, quoteText } from '../names';
import { accountName, ANY_CLIENT, endConnections, GROWTH_PRIVILEGES, KEPT_PRIVILEGES } from './host-accounts';

/** Time limit of a statement of a dump, s: building an index on a large table takes long. */
const LOAD_STATEMENT_SECONDS = 3600;

/** Creates the user that runs one dump. It only has rights on the target database, whatever the dump contains. */
export async function createLoadAccount(admin: Connection, loader: HostDatabase): Promise<void> {
  const who = accountName(loader.user, 'localhost');
  const anywhere = accountName(loader.user, ANY_CLIENT);
  for (const each of [who, anywhere]) {
    await admin.run(
      `CREATE OR REPLACE USER ${each} IDENTIFIED BY ${quoteText(loader.password)} WITH MAX_STATEMENT_TIME ${LOAD_STATEMENT_SECONDS}`,
    );
    await admin.run(
      `GRANT ${[...KEPT_PRIVILEGES, ...GROWTH_PRIVILEGES].join(', ')} ON ${quotePattern(loader.name)}.* TO ${each}`,
    );
  }
}

/** Lets the user read another database, too. */
export async function grantReading(
  admin: Connection,
  { user }: Pick<HostDatabase, 'user'>,
  database: string,
): Promise<void> {
  for (const from of ['localhost', ANY_CLIENT])
    await admin.run(`GRANT SELECT ON ${quotePattern(database)}.* TO ${accountName(user, from)}`);
}

/** Ends the account's connections and locks it. Views that it created stay readable while the account exists. */
export async function lockLoadAccount(
  admin: Connection,
  { user }: Pick<HostDatabase, 'user'>,
): Promise<void> {
  for (const from of ['localhost', ANY_CLIENT])
    await admin.run(`ALTER USER ${accountName(user, from)} ACCOUNT LOCK`);
  await endConnections(admin, user);
}

export async function dropLoadAccount(
  admin: Connection,
  { user }: Pick<HostDatabase, 'user'>,
): Promise<void> {
  for (const from of ['localhost', ANY_CLIENT])
    await admin.run(`DROP USER IF EXISTS ${accountName(user, from)}`);
  await endConnections(admin, user);
}
