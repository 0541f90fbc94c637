import { z } from 'zod';
import { engineCode, type Connection } from '../connection/connection';
import { ownerRoleOf, quoteName, quotePattern, quoteText } from '../names';
import type { HostDatabase } from '../connection/server';

/** Connections that one host may hold at a time. */
export const CONNECTIONS_MAX = 30;
/** Time limit of a site's statement, s. */
const STATEMENT_SECONDS = 300;

/** Privileges that can't make a database grow; a host keeps them when it is over its quota. */
export const KEPT_PRIVILEGES = [
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
/** Privileges that can make a database grow; a host loses them while it is over its quota. */
export const GROWTH_PRIVILEGES = ['INSERT', 'UPDATE', 'CREATE', 'ALTER', 'INDEX', 'CREATE TEMPORARY TABLES'];

/** Client hosts of programs on the server's own machine: by socket and by address. */
const LOCAL_CLIENTS = ['localhost', '127.0.0.1'] as const;
export const ANY_CLIENT = '%';

export const accountName = (user: string, client: string): string =>
  `${quoteText(user)}@${quoteText(client)}`;

/** Definer of the objects that the user created over a remote connection, as the server writes it. */
export const remoteDefiner = (user: string): string => `${user}@${ANY_CLIENT}`;

/** Which clients may sign in as a host's user: programs on the server's machine, and remote ones with or without TLS. */
export interface Clients {
  readonly local: boolean;
  readonly remote: 'no' | 'tls' | 'plain';
}

export interface Access {
  readonly overQuota: boolean;
  readonly clients: Clients;
}

const clientHostsOf = ({ local, remote }: Clients): readonly string[] => [
  ...(local ? LOCAL_CLIENTS : []),
  ...(remote === 'no' ? [] : [ANY_CLIENT]),
];

async function ensureAccount(
  admin: Connection,
  { user, password }: Pick<HostDatabase, 'user' | 'password'>,
  { from, remote }: { readonly from: string } & Pick<Clients, 'remote'>,
): Promise<void> {
  const who = accountName(user, from);
  const tls = from === ANY_CLIENT && remote === 'tls' ? 'REQUIRE SSL' : 'REQUIRE NONE';
  const limits = `WITH MAX_USER_CONNECTIONS ${CONNECTIONS_MAX} MAX_STATEMENT_TIME ${STATEMENT_SECONDS}`;
  await admin.run(`CREATE USER IF NOT EXISTS ${who}`);
  await admin.run(`ALTER USER ${who} IDENTIFIED BY ${quoteText(password)} ${tls} ${limits} ACCOUNT UNLOCK`);
  const role = quoteName(ownerRoleOf(user));
  await admin.run(`GRANT ${role} TO ${who}`);
  await unlessDenied(() => admin.run(`SET DEFAULT ROLE ${role} FOR ${who}`));
}

/** The administrator of a remote server may lack the right to change the server's system tables. */
const isDenied = (error: unknown): boolean =>
  ['ER_DBACCESS_DENIED_ERROR', 'ER_TABLEACCESS_DENIED_ERROR'].includes(engineCode(error));

/** Ignores a denied change. Routines then keep their definer; the rest of the database works without the change. */
const unlessDenied = (work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    if (!isDenied(error)) throw error;
  });

/** Only the creator of a role may grant it, so a role that a former administrator created is created again. */
async function ensureRole(admin: Connection, role: string): Promise<void> {
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
export async function shareRoutines(admin: Connection, { name, user }: Pick<HostDatabase, 'name' | 'user'>) {
  const definers = [...LOCAL_CLIENTS, ANY_CLIENT].map((from) => `${user}@${from}`);
  const sql = 'UPDATE mysql.proc SET definer = ? WHERE db = ? AND definer IN (?)';
  await unlessDenied(() => admin.run(sql, [ownerRoleOf(user), name, definers]));
}

/** Grants privileges on this database only. GRANT takes the database's name as a pattern. */
async function setRights(admin: Connection, { name, user }: HostDatabase, access: Access): Promise<void> {
  const on = `${quotePattern(name)}.*`;
  // A routine runs with the rights of its definer, the role: over quota it can write no more than its caller.
  const holders = [
    quoteName(ownerRoleOf(user)),
    ...clientHostsOf(access.clients).map((from) => accountName(user, from)),
  ];
  for (const who of holders) {
    const rights = access.overQuota ? KEPT_PRIVILEGES : [...KEPT_PRIVILEGES, ...GROWTH_PRIVILEGES];
    await admin.run(`GRANT ${rights.join(', ')} ON ${on} TO ${who}`);
    if (access.overQuota) await admin.run(`REVOKE ${GROWTH_PRIVILEGES.join(', ')} ON ${on} FROM ${who}`);
  }
}

/** Creates the database and its user if missing, and sets exactly the user's rights, whatever they were before. */
export async function ensureHostDatabase(
  admin: Connection,
  host: HostDatabase,
  access: Access,
): Promise<void> {
  await admin.run(
    `CREATE DATABASE IF NOT EXISTS ${quoteName(host.name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  );
  await ensureRole(admin, ownerRoleOf(host.user));
  const { remote } = access.clients;
  for (const from of clientHostsOf(access.clients)) await ensureAccount(admin, host, { from, remote });
  if (remote === 'no') await admin.run(`DROP USER IF EXISTS ${accountName(host.user, ANY_CLIENT)}`);
  await setRights(admin, host, access);
  await shareRoutines(admin, host);
}

/** Drops the user first, so that nothing writes to the database being dropped. */
export async function dropHostDatabase(
  admin: Connection,
  { name, user }: Pick<HostDatabase, 'name' | 'user'>,
): Promise<void> {
  for (const from of [...LOCAL_CLIENTS, ANY_CLIENT])
    await admin.run(`DROP USER IF EXISTS ${accountName(user, from)}`);
  await admin.run(`DROP ROLE IF EXISTS ${quoteName(ownerRoleOf(user))}`);
  await endConnections(admin, user);
  await admin.run(`DROP DATABASE IF EXISTS ${quoteName(name)}`);
}

/** Sets the rights and ends open connections, because changed rights only apply to new ones. */
export async function applyRights(admin: Connection, host: HostDatabase, access: Access): Promise<void> {
  await setRights(admin, host, access);
  await endConnections(admin, host.user);
}

/** Locks or unlocks the user's accounts. Open connections stay open. */
export async function setLocked(
  admin: Connection,
  user: string,
  { locked, clients }: { readonly locked: boolean; readonly clients: Clients },
): Promise<void> {
  for (const from of clientHostsOf(clients))
    await admin.run(`ALTER USER IF EXISTS ${accountName(user, from)} ACCOUNT ${locked ? 'LOCK' : 'UNLOCK'}`);
}

const Id = z.object({ id: z.coerce.number() });
const Count = z.object({ count: z.coerce.number() });

/** Ends all connections of a user, except one. */
export async function endConnections(admin: Connection, user: string, except = 0): Promise<void> {
  const sql = 'SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = ? AND ID <> ?';
  for (const { id } of await admin.rows(Id, sql, [user, except])) await endConnection(admin, id);
}

/** Ends a connection, which may have ended already. */
export async function endConnection(admin: Connection, id: number): Promise<void> {
  await admin.run(`KILL HARD ${id}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ER_NO_SUCH_THREAD')) throw error;
  });
}
