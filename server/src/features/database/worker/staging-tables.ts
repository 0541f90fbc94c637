import type { HostCode, StagingNoDatabase } from '@sitedeck/contract';
import { endConnection } from '#system/mariadb/accounts/host-accounts';
import type { Connection } from '#system/mariadb/connection/connection';
import { openConnection, withAdmin, type HostDatabase } from '#system/mariadb/connection/server';
import { ensureDiskSpace } from '#system/mariadb/limits/disk-space';
import { tablesOf } from '#system/mariadb/monitor/tables';
import { quoteName } from '#system/mariadb/names';
import { replaceText } from '#system/mariadb/replace-text/replace-text';
import { copyTables } from '#system/mariadb/staging/copy-tables';
import { findSiteUrl } from '#system/mariadb/staging/find-url';
import { changePrefixedKeys } from '#system/mariadb/staging/prefixed-keys';
import {
  dropStagingTables,
  isStagingTable,
  liveTable,
  splitTables,
  stagingTable,
  whyNotCopied,
} from '#system/mariadb/staging/staging-tables';
import { settleInterrupted, type NodeDatabases } from './node-databases';

interface Copying {
  /** Table prefixes of the site. */
  readonly prefixes: readonly string[];
  /** Host names that are replaced. */
  readonly names: readonly string[];
  /** What takes their place: scheme and host name. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly onTable: (done: number, table: string) => void;
}

/** Opens a connection whose statement ends with the signal. */
async function withLogin(
  { server }: NodeDatabases,
  { login, signal }: { readonly login: HostDatabase; readonly signal: AbortSignal },
  work: (user: Connection) => Promise<void>,
): Promise<void> {
  const user = await openConnection(server, { login, database: login.name });
  const stop = () => void withAdmin(server, (admin) => endConnection(admin, user.id)).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await work(user);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await user.close();
  }
}

async function replaceNames(
  { server }: NodeDatabases,
  host: HostDatabase,
  { names, url, signal, tables }: Copying & { readonly tables: readonly string[] },
): Promise<void> {
  if (tables.length === 0) return;
  for (const from of names)
    await replaceText({ server, host, from, to: url, kind: 'address', tables, signal }, () => undefined);
}

const figures = async (admin: Connection, database: string) => {
  const tables = await tablesOf(admin, database);
  const sum = (wanted: boolean) => {
    const own = tables.filter(({ name }) => isStagingTable(name) === wanted);
    return { tables: own.length, bytes: own.reduce((all, { bytes }) => all + bytes, 0) };
  };
  return { live: sum(false), staging: sum(true) };
};

/** Copies the site's tables beside themselves, under the prefix of staging copies. */
async function copyIn(databases: NodeDatabases, hostCode: HostCode, copying: Copying): Promise<void> {
  const { access } = await databases.facts(hostCode);
  const { server } = databases;
  await databases.enqueueFor(hostCode, () =>
    withAdmin(server, async (admin) => {
      const { live } = await splitTables(admin, access.name);
      await ensureDiskSpace(server, (await figures(admin, access.name)).live.bytes);
      const tables = live.map(stagingTable);
      const { signal, onTable, prefixes } = copying;
      await withLogin(databases, { login: access, signal }, async (user) => {
        const from = { database: access.name, tables: live };
        const to = { database: access.name, nameOf: stagingTable };
        await copyTables({ user, admin }, { from, to, signal, onTable });
        for (const prefix of prefixes) {
          const next = stagingTable(prefix);
          await changePrefixedKeys(user, { tables: next, from: prefix, to: next });
        }
      });
      await replaceNames(databases, access, { ...copying, tables });
    }),
  );
  await databases.measure(hostCode).catch(() => undefined);
}

/** Replaces the site's tables by copies of those of its staging copy, in one moment. */
async function pushOut(databases: NodeDatabases, hostCode: HostCode, copying: Copying): Promise<void> {
  const { access } = await databases.facts(hostCode);
  const { server } = databases;
  const { prefixes, onTable, signal } = copying;
  const { bytes } = await databases.asAdmin(
    hostCode,
    async (admin) => (await figures(admin, access.name)).staging,
  );
  const fill = (loader: HostDatabase, limit: AbortSignal) =>
    withAdmin(server, async (admin) => {
      const { live, staging } = await splitTables(admin, access.name);
      await withLogin(databases, { login: loader, signal: limit }, async (user) => {
        const from = { database: access.name, tables: staging };
        const to = { database: loader.name, nameOf: liveTable };
        await copyTables({ user, admin }, { from, to, signal: limit, onTable });
        for (const prefix of prefixes)
          await changePrefixedKeys(user, { tables: prefix, from: stagingTable(prefix), to: prefix });
      });
      await replaceNames(databases, loader, { ...copying, signal: limit, tables: staging.map(liveTable) });
      return new Set(live);
    });
  await databases.replaceByCopy(hostCode, { fill, bytes, signal });
}

interface Inspected {
  /** Why the tables can't be copied. */
  readonly why: StagingNoDatabase | undefined;
  /** Bytes of the site's tables. */
  readonly bytes: number;
  /** Bytes that its quota still takes; null: no limit. */
  readonly free: number | null;
  /** Tables under the prefix of staging copies. */
  readonly staging: number;
}

async function inspect(databases: NodeDatabases, hostCode: HostCode): Promise<Inspected> {
  const { quota } = await databases.facts(hostCode);
  return databases.asAdmin(hostCode, async (admin, { name }) => {
    const { live, staging } = await figures(admin, name);
    const free = quota === null ? null : Math.max(0, quota - live.bytes - staging.bytes);
    const why = (await whyNotCopied(admin, name)) ?? (live.tables === 0 ? 'unconfigured' : undefined);
    return { why, bytes: live.bytes, free, staging: staging.tables };
  });
}

/** The part of a host's database that its staging copy has. */
export const stagingTables = (databases: NodeDatabases) => ({
  has: (hostCode: HostCode): Promise<boolean> => databases.has(hostCode),
  access: async (hostCode: HostCode): Promise<HostDatabase> => (await databases.facts(hostCode)).access,
  inspect: (hostCode: HostCode) => inspect(databases, hostCode),
  figures: (hostCode: HostCode) =>
    databases.asAdmin(hostCode, async (admin, { name }) => (await figures(admin, name)).staging),
  siteUrl: (hostCode: HostCode, names: readonly string[]) =>
    databases.asAdmin(hostCode, async (admin, { name }) => {
      await admin.run(`USE ${quoteName(name)}`);
      return findSiteUrl(admin, { tables: (await splitTables(admin, name)).live, names });
    }),
  copyIn: (hostCode: HostCode, copying: Copying) => copyIn(databases, hostCode, copying),
  pushOut: (hostCode: HostCode, copying: Copying) => pushOut(databases, hostCode, copying),
  drop: (hostCode: HostCode): Promise<void> =>
    databases.asAdmin(hostCode, (admin, { name }) => dropStagingTables(admin, name)),
  /** Completes or takes back what a lost worker left. */
  settle: (hostCode: HostCode): Promise<void> => settleInterrupted(databases, hostCode),
});
