import type { DatabaseInfo, HostCode } from '@sitedeck/contract';
import { DATABASE_PASSWORD, isDatabasePassword } from '@sitedeck/contract';
import { newDatabasePassword, readDatabaseFacts, type DatabaseFacts } from '#sites/host-database';
import type { HostFacts } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import { MARIADB_INSTALL } from '#system/engines/engines';
import { CONNECTIONS_MAX } from '#system/mariadb/accounts/host-accounts';
import { killConnection, processesOf } from '#system/mariadb/monitor/processes';
import { slowQueriesOf } from '#system/mariadb/monitor/slow-queries';
import { tablesOf } from '#system/mariadb/monitor/tables';
import type { Connection } from '#system/mariadb/connection/connection';
import { issueTicket } from '#system/admin-tool/tickets';
import type { DatabaseProtocol } from '#features/database/protocol';
import type { WorkerProtocol } from '#links/worker-protocol';
import { listSafetyCopies, type SafetyCopyStore } from '#system/mariadb/dump/safety-copies';
import { versionOf, withAdmin } from '#system/mariadb/connection/server';
import { Refusal } from '#faults/refusal';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { NodeDatabases } from './node-databases';
import { preChecks, type PreCheckParts } from './pre-checks';
import { findPassword, replacePassword } from './password-files';

export interface DatabaseHandlerParts extends PreCheckParts {
  readonly safetyCopyStore: SafetyCopyStore;
  /** Address that applications on the node use. */
  readonly address: { readonly host: string; readonly port: number };
  /** Address for clients elsewhere; undefined if there is none. */
  readonly remoteEndpoint: { readonly host: string; readonly port: number } | undefined;
}

const remoteAddress = ({ remoteEndpoint: reach }: DatabaseHandlerParts, remote: boolean): string | null =>
  remote && reach ? `${reach.host}:${reach.port}` : null;

/** Version of the engine; undefined if it does not answer. */
async function version(databases: NodeDatabases): Promise<string | undefined> {
  return withAdmin(databases.server, versionOf).catch(() => undefined);
}

async function engineOf(
  parts: DatabaseHandlerParts,
  hostCode: HostCode,
  facts: DatabaseFacts | undefined,
): Promise<DatabaseInfo['engine']> {
  const { databases, db } = parts;
  const host = facts ? undefined : await readHost(db, hostCode);
  if (host?.database_quota === 0) return { is: 'none' };
  if (!databases.isInstalled) return { is: 'missing', install: MARIADB_INSTALL };
  const found = await version(databases);
  if (found === undefined) return { is: 'down' };
  return { is: facts?.made ? 'on' : 'making', version: found };
}

/** How clients reach the database; null if there is none. */
function accessOf(parts: DatabaseHandlerParts, facts: DatabaseFacts | undefined): DatabaseInfo['database'] {
  if (!facts || !parts.databases.isInstalled) return null;
  const { access, remote } = facts;
  return {
    name: access.name,
    username: access.user,
    ...parts.address,
    remoteAddress: remoteAddress(parts, remote),
    remoteAccess: remote,
  };
}

const NOTHING = { quota: null, bytes: null, tables: null, measuredAt: null, overQuota: false };

async function infoOf(parts: DatabaseHandlerParts, hostCode: HostCode): Promise<DatabaseInfo> {
  const facts = await readDatabaseFacts(parts.db, hostCode);
  const { quota, bytes, tables, measuredAt, overQuota } = facts ?? NOTHING;
  return {
    engine: await engineOf(parts, hostCode, facts),
    database: accessOf(parts, facts),
    quota,
    used: bytes,
    tables,
    measuredAt: measuredAt?.toISOString() ?? null,
    overQuota,
  };
}

function checkPassword(password: string): void {
  if (!isDatabasePassword(password))
    throw new Refusal('database-password-refused', { field: 'password', values: DATABASE_PASSWORD });
}

type Handlers = RpcHandlers<DatabaseProtocol>;

/** Answers the API's requests about a host's database. */
export function databaseWorkerHandlers(parts: DatabaseHandlerParts): Handlers {
  const { databases, safetyCopyStore, db } = parts;
  const withDatabase = async <Result>(
    hostCode: HostCode,
    request: (admin: Connection, facts: DatabaseFacts) => Promise<Result>,
  ): Promise<Result> => {
    const facts = await databases.facts(hostCode);
    return withAdmin(databases.server, (admin) => request(admin, facts));
  };
  const hostOf = async (hostCode: HostCode): Promise<HostFacts> => {
    const host = await readHost(db, hostCode);
    if (!host) throw new Refusal('host-gone');
    return host;
  };
  return {
    databaseInfo: async ({ hostCode, fresh }) => {
      // If the measurement fails, the reply contains the last one.
      if (fresh) await databases.measure(hostCode).catch(() => undefined);
      return infoOf(parts, hostCode);
    },
    databasePassword: async ({ hostCode }) => ({
      password: (await databases.facts(hostCode)).access.password,
    }),
    changeDatabasePassword: async ({ hostCode, password = newDatabasePassword() }) => {
      checkPassword(password);
      return { password, previous: await databases.changePassword(hostCode, password) };
    },
    passwordFiles: async ({ hostCode, previous }, { signal }) =>
      findPassword(parts.files, await hostOf(hostCode), { previous, signal }),
    updatePasswordFiles: async ({ hostCode, previous, paths }) => {
      const { password } = (await databases.facts(hostCode)).access;
      return replacePassword(parts.files, await hostOf(hostCode), { previous, password, paths });
    },
    setRemoteAccess: async ({ hostCode, enabled }) => {
      if (enabled && !parts.remoteEndpoint) throw new Refusal('database-no-remote');
      await databases.setRemote(hostCode, enabled);
      return { enabled, remoteAddress: remoteAddress(parts, enabled) };
    },
    databaseTables: ({ hostCode }) =>
      withDatabase(hostCode, async (admin, { access }) => {
        const tables = await tablesOf(admin, access.name);
        return { tables, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) };
      }),
    slowQueries: ({ hostCode }) =>
      withDatabase(hostCode, (admin, { access }) => slowQueriesOf(admin, access.name)),
    databaseProcesses: ({ hostCode }) =>
      withDatabase(hostCode, async (admin, { access }) => ({
        processes: await processesOf(admin, access.user),
        limit: CONNECTIONS_MAX,
      })),
    killProcess: ({ hostCode, id }) =>
      withDatabase(hostCode, async (admin, { access }) => {
        await killConnection(admin, access.user, id);
        return {};
      }),
    safetyCopies: async ({ hostCode }) => ({ copies: await listSafetyCopies(safetyCopyStore, hostCode) }),
    ...preChecks(parts),
  };
}

interface SignInTicketParts {
  readonly databases: Pick<NodeDatabases, 'facts'>;
  /** Folder of tickets; undefined if this machine has no admin tool. */
  readonly tickets: string | undefined;
  /** The engine's address for programs on this machine. */
  readonly address: { readonly host: string; readonly port: number };
}

/** The admin tool signs in as the host's own user, so it may do no more than the site's programs. */
export const issueSignInTicket =
  ({ databases, tickets, address }: SignInTicketParts): RpcHandlers<WorkerProtocol>['openAdminTool'] =>
  async ({ hostCode, locale, table, theme }) => {
    if (tickets === undefined) throw new Refusal('admin-tool-missing');
    const { access } = await databases.facts(hostCode);
    const { name: database, user, password } = access;
    const host = `${address.host}:${address.port}`;
    const language = locale === 'zh-CN' ? 'zh' : 'en';
    const login = { host, user, password, database };
    return { ticket: await issueTicket(tickets, { ...login, table, theme, language }) };
  };
