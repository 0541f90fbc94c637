import { z } from 'zod';
import { engineCode, type Link } from '../connection/connection';
import { ownerRoleOf, quoteName, quotePattern, quoteText } from '../names';
import type { HostDatabase } from '../connection/server';

/** Connections of one host at a time. */
export const CONNECTIONS_MAX = 30;
/** Longest statement of a site, s. */
const STATEMENT_SECONDS = 300;
/** Longest statement of a load, s: an index over a large table takes its time. */
const LOAD_STATEMENT_SECONDS = 3600;

/** What frees room, reads, or takes none. */
const LASTING = [
  'SELECT',
  'DELETE',
  'DROP',
  'REFERENCES',
  'LOCK TABLES',
  'EXECUTE',
  'CREATE VIEW',
  'SHOW VIEW',
  'CREATE ROUTINE',
  'ALTER ROUTINE',
  'EVENT',
  'TRIGGER',
  'DELETE HISTORY',
];
/** What makes a database grow: taken away while it is over its quota. */
const GROWING = ['INSERT', 'UPDATE', 'CREATE', 'ALTER', 'INDEX', 'CREATE TEMPORARY TABLES'];

/** From where a host's user comes. The machine's own programs: by socket, or by address. */
const HERE = ['localhost', '127.0.0.1'] as const;
const ANYWHERE = '%';

const account = (user: string, from: string): string => `${quoteText(user)}@${quoteText(from)}`;

/** As the engine writes who made something over a connection from elsewhere. */
export const madeElsewhere = (user: string): string => `${user}@${ANYWHERE}`;

/** From where a host's user may come: programs of the engine's own machine, and others, in plain sight or by TLS alone. */
export interface Clients {
  readonly here: boolean;
  readonly elsewhere: 'no' | 'tls' | 'plain';
}

export interface Access {
  readonly overQuota: boolean;
  readonly clients: Clients;
}

const placesOf = ({ here, elsewhere }: Clients): readonly string[] => [
  ...(here ? HERE : []),
  ...(elsewhere === 'no' ? [] : [ANYWHERE]),
];

async function ensureAccount(
  admin: Link,
  { user, password }: Pick<HostDatabase, 'user' | 'password'>,
  { from, elsewhere }: { readonly from: string } & Pick<Clients, 'elsewhere'>,
): Promise<void> {
  const who = account(user, from);
  const tls = from === ANYWHERE && elsewhere === 'tls' ? 'REQUIRE SSL' : 'REQUIRE NONE';
  const limits = `WITH MAX_USER_CONNECTIONS ${CONNECTIONS_MAX} MAX_STATEMENT_TIME ${STATEMENT_SECONDS}`;
  await admin.run(`CREATE USER IF NOT EXISTS ${who}`);
  await admin.run(`ALTER USER ${who} IDENTIFIED BY ${quoteText(password)} ${tls} ${limits} ACCOUNT UNLOCK`);
  const role = quoteName(ownerRoleOf(user));
  await admin.run(`GRANT ${role} TO ${who}`);
  await asFarAsAllowed(() => admin.run(`SET DEFAULT ROLE ${role} FOR ${who}`));
}

/** The administrator of a server elsewhere may not be allowed to change the engine's own tables. */
const isDenied = (error: unknown): boolean =>
  ['ER_DBACCESS_DENIED_ERROR', 'ER_TABLEACCESS_DENIED_ERROR'].includes(engineCode(error));

/** Routines then stay with whoever made them; everything else of a database works without. */
const asFarAsAllowed = (work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    if (!isDenied(error)) throw error;
  });

/** Only who has made a role may grant it: of an administrator who is gone nobody inherits that. */
async function ensureRole(admin: Link, role: string): Promise<void> {
  await admin.run(`CREATE ROLE IF NOT EXISTS ${quoteName(role)}`);
  const sql = `SELECT COUNT(*) AS count FROM information_schema.APPLICABLE_ROLES
    WHERE ROLE_NAME = ? AND IS_GRANTABLE = 'YES'`;
  const [own] = await admin.rows(Count, sql, [role]);
  if (own?.count === 0) await admin.run(`CREATE OR REPLACE ROLE ${quoteName(role)}`);
}

/**
 * Transfers the routines that any account of the user has created to the role that these accounts share. The engine
 * shows the text of a routine only to its definer, and `user@localhost` is not `user@127.0.0.1`: a dump by the other
 * account would fail.
 */
export async function shareRoutines(admin: Link, { name, user }: Pick<HostDatabase, 'name' | 'user'>) {
  const definers = [...HERE, ANYWHERE].map((from) => `${user}@${from}`);
  const sql = 'UPDATE mysql.proc SET definer = ? WHERE db = ? AND definer IN (?)';
  await asFarAsAllowed(() => admin.run(sql, [ownerRoleOf(user), name, definers]));
}

/** Rights on just this database, whose name is a pattern in GRANT. */
async function setRights(admin: Link, { name, user }: HostDatabase, access: Access): Promise<void> {
  const on = `${quotePattern(name)}.*`;
  // A routine runs with the rights of its definer, the role: over quota it can write no more than its caller.
  const holders = [
    quoteName(ownerRoleOf(user)),
    ...placesOf(access.clients).map((from) => account(user, from)),
  ];
  for (const who of holders) {
    const rights = access.overQuota ? LASTING : [...LASTING, ...GROWING];
    await admin.run(`GRANT ${rights.join(', ')} ON ${on} TO ${who}`);
    if (access.overQuota) await admin.run(`REVOKE ${GROWING.join(', ')} ON ${on} FROM ${who}`);
  }
}

/** The database, its user and exactly that user's rights, whatever was there before. */
export async function ensureHostDatabase(admin: Link, host: HostDatabase, access: Access): Promise<void> {
  await admin.run(
    `CREATE DATABASE IF NOT EXISTS ${quoteName(host.name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  );
  await ensureRole(admin, ownerRoleOf(host.user));
  const { elsewhere } = access.clients;
  for (const from of placesOf(access.clients)) await ensureAccount(admin, host, { from, elsewhere });
  if (elsewhere === 'no') await admin.run(`DROP USER IF EXISTS ${account(host.user, ANYWHERE)}`);
  await setRights(admin, host, access);
  await shareRoutines(admin, host);
}

/** Drops the user first, so that nothing writes to the database being dropped. */
export async function dropHostDatabase(
  admin: Link,
  { name, user }: Pick<HostDatabase, 'name' | 'user'>,
): Promise<void> {
  for (const from of [...HERE, ANYWHERE]) await admin.run(`DROP USER IF EXISTS ${account(user, from)}`);
  await admin.run(`DROP ROLE IF EXISTS ${quoteName(ownerRoleOf(user))}`);
  await endConnections(admin, user);
  await admin.run(`DROP DATABASE IF EXISTS ${quoteName(name)}`);
}

/** Rights as they are to be now. They count from the next connection on: those that are open end. */
export async function applyRights(admin: Link, host: HostDatabase, access: Access): Promise<void> {
  await setRights(admin, host, access);
  await endConnections(admin, host.user);
}

/** Nobody of this user comes in; whoever is in stays. */
export async function setLocked(
  admin: Link,
  user: string,
  { locked, clients }: { readonly locked: boolean; readonly clients: Clients },
): Promise<void> {
  for (const from of placesOf(clients))
    await admin.run(`ALTER USER IF EXISTS ${account(user, from)} ACCOUNT ${locked ? 'LOCK' : 'UNLOCK'}`);
}

const Id = z.object({ id: z.coerce.number() });
const Count = z.object({ count: z.coerce.number() });

/** Ends every connection of a user but one. */
export async function endConnections(admin: Link, user: string, except = 0): Promise<void> {
  const sql = 'SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = ? AND ID <> ?';
  for (const { id } of await admin.rows(Id, sql, [user, except])) await endConnection(admin, id);
}

/** One that has gone meanwhile is fine. */
export async function endConnection(admin: Link, id: number): Promise<void> {
  await admin.run(`KILL HARD ${id}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ER_NO_SUCH_THREAD')) throw error;
  });
}

/** A user of ours for one load: its rights are on that database alone, whatever the dump says. */
export async function makeLoader(admin: Link, loader: HostDatabase): Promise<void> {
  const who = account(loader.user, 'localhost');
  const anywhere = account(loader.user, ANYWHERE);
  for (const each of [who, anywhere]) {
    await admin.run(
      `CREATE OR REPLACE USER ${each} IDENTIFIED BY ${quoteText(loader.password)} WITH MAX_STATEMENT_TIME ${LOAD_STATEMENT_SECONDS}`,
    );
    await admin.run(
      `GRANT ${[...LASTING, ...GROWING].join(', ')} ON ${quotePattern(loader.name)}.* TO ${each}`,
    );
  }
}

/** Ends its connections and locks it. What it has created can be read as long as the account exists. */
export async function lockLoader(admin: Link, { user }: Pick<HostDatabase, 'user'>): Promise<void> {
  for (const from of ['localhost', ANYWHERE])
    await admin.run(`ALTER USER ${account(user, from)} ACCOUNT LOCK`);
  await endConnections(admin, user);
}

export async function dropLoader(admin: Link, { user }: Pick<HostDatabase, 'user'>): Promise<void> {
  for (const from of ['localhost', ANYWHERE]) await admin.run(`DROP USER IF EXISTS ${account(user, from)}`);
  await endConnections(admin, user);
}
