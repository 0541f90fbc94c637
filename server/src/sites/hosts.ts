import { sql } from 'kysely';
import {
  HostCode,
  type AccountCode,
  type HostName,
  type Language,
  type ServiceStatus,
} from '@sitedeck/contract';
import type { Db } from '../state/db';
import { announce } from '../state/live';
import { Refusal } from '../system/refusal';
import { bindableDomains, replaceDomains, type ReservedNames } from './domains';
import { endSessionsOfHost } from './host-sessions';
import type { HostFacts } from './host-scope';
import { readHost } from './live-hosts';
import { hashPassword } from './password';
import { addSiteConfig, readSiteConfig } from './site-config';

/** Fields that may be set at any time; an absent one stays as it is. */
export interface HostChange {
  readonly hostName?: HostName | undefined;
  readonly password?: string | undefined;
  readonly language?: Language | undefined;
  readonly productType?: string | undefined;
  readonly instanceType?: string | undefined;
  readonly osType?: string | undefined;
  readonly plugin?: 0 | 1 | undefined;
  readonly remark?: string | undefined;
  readonly contact?: { readonly email?: string | undefined; readonly phone?: string | undefined } | undefined;
  readonly diskQuotaBytes?: number | null | undefined;
  readonly databaseQuotaBytes?: number | null | undefined;
  readonly trafficQuotaBytes?: number | null | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly serviceStatus?: Extract<ServiceStatus, 'NORMAL' | 'BLOCKING'> | undefined;
}

export interface NewHostRequest extends HostChange {
  readonly accountCode: AccountCode;
  readonly hostName: HostName;
  readonly password: string;
  readonly language: Language;
}

/** What the hosts' node does for us. */
export interface NodeWork {
  provision(hostCode: HostCode): Promise<void>;
  remove(hostCode: HostCode): Promise<void>;
  /** Renders and reloads what is served. */
  apply(): Promise<void>;
}

export interface HostParts {
  readonly db: Db;
  readonly work: NodeWork;
  /** Node that new hosts are put on. */
  readonly node: string;
  readonly reserved: ReservedNames;
  readonly defaultDocuments: Readonly<Record<Language, readonly string[]>>;
}

export interface Hosts {
  /** Refuses not-found (account), name-taken, domain-refused. Nothing is left where the node can't make it. */
  create(request: NewHostRequest, operator: string): Promise<HostFacts>;
  /** Refuses host-gone, name-taken, domain-refused. A new password ends every session of the host. */
  change(hostCode: HostCode, change: HostChange, operator: string): Promise<HostFacts>;
  remove(hostCode: HostCode): Promise<void>;
}

const UNIQUE_VIOLATION = '23505';

async function refuseTakenName<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    if (isTaken) throw new Refusal('name-taken', { field: 'hostName' });
    throw error;
  }
}

async function nextNumbers(trx: Db): Promise<{ code: HostCode; uid: number }> {
  const { rows } = await sql<{ number: number; uid: number }>`
    select nextval('host_number') as number, nextval('host_uid') as uid`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('No number for a new host');
  return { code: HostCode.parse(`vh${row.number}`), uid: row.uid };
}

/** Columns of the fields that were given. */
function columnsOf(change: HostChange) {
  const columns = {
    host_name: change.hostName,
    language: change.language,
    product_type: change.productType,
    instance_type: change.instanceType,
    os_type: change.osType,
    plugin: change.plugin,
    remark: change.remark,
    contact: change.contact && JSON.stringify(change.contact),
    disk_quota: change.diskQuotaBytes,
    database_quota: change.databaseQuotaBytes,
    traffic_quota: change.trafficQuotaBytes,
    service_status: change.serviceStatus,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

async function insertHost(
  trx: Db,
  parts: HostParts,
  request: NewHostRequest,
  operator: string,
): Promise<HostCode> {
  const account = await trx
    .selectFrom('account')
    .select('code')
    .where('code', '=', request.accountCode)
    .executeTakeFirst();
  if (!account) throw new Refusal('not-found', { field: 'accountCode' });
  const { code, uid } = await nextNumbers(trx);
  await trx
    .insertInto('host')
    .values({
      code,
      uid,
      account_code: account.code,
      host_name: request.hostName,
      password_hash: await hashPassword(request.password),
      node: parts.node,
      language: request.language,
      product_type: request.productType ?? 'standard',
      instance_type: request.instanceType ?? 'STANDARD',
      os_type: request.osType ?? 'Linux',
      plugin: request.plugin ?? 0,
      remark: request.remark ?? '',
      contact: JSON.stringify(request.contact ?? {}),
      disk_quota: request.diskQuotaBytes ?? null,
      database_quota: request.databaseQuotaBytes ?? null,
      traffic_quota: request.trafficQuotaBytes ?? null,
    })
    .execute();
  await replaceDomains(trx, code, bindableDomains(request.domains ?? [], parts.reserved));
  const documents = [...parts.defaultDocuments[request.language]];
  await addSiteConfig(trx, code, { after: 0, document: { language: request.language, documents }, operator });
  return code;
}

async function setLanguage(trx: Db, hostCode: HostCode, language: Language, operator: string): Promise<void> {
  const config = await readSiteConfig(trx, hostCode);
  if (!config || config.document.language === language) return;
  const document = { ...config.document, language };
  if (!(await addSiteConfig(trx, hostCode, { after: config.version, document, operator })))
    throw new Refusal('conflict');
}

async function writeChange(
  trx: Db,
  hostCode: HostCode,
  change: HostChange,
  parts: HostParts,
  operator: string,
) {
  const columns = columnsOf(change);
  const password =
    change.password === undefined ? {} : { password_hash: await hashPassword(change.password) };
  const set = { ...columns, ...password };
  if (Object.keys(set).length > 0)
    await trx.updateTable('host').set(set).where('code', '=', hostCode).execute();
  if (change.domains) await replaceDomains(trx, hostCode, bindableDomains(change.domains, parts.reserved));
  if (change.language) await setLanguage(trx, hostCode, change.language, operator);
  if (change.password !== undefined) await endSessionsOfHost(trx, hostCode);
  await announce(trx, { is: 'host', hostCode });
}

/** Fields that the node's engines read. */
const isServed = (change: HostChange): boolean =>
  change.domains !== undefined || change.serviceStatus !== undefined || change.language !== undefined;

export function makeHosts(parts: HostParts): Hosts {
  const { db, work } = parts;
  const known = async (hostCode: HostCode): Promise<HostFacts> => {
    const host = await readHost(db, hostCode);
    if (!host) throw new Refusal('host-gone');
    return host;
  };
  const forget = async (hostCode: HostCode): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      await endSessionsOfHost(trx, hostCode);
      await trx.deleteFrom('host').where('code', '=', hostCode).execute();
      await announce(trx, { is: 'host', hostCode });
    });
  };

  return {
    create: async (request, operator) => {
      const adding = db.transaction().execute((trx) => insertHost(trx, parts, request, operator));
      const code = await refuseTakenName(adding);
      try {
        await work.provision(code);
      } catch (error) {
        // Rows first: without them the node serves nothing of it, whatever it managed to make.
        await forget(code);
        await work.remove(code).catch(() => undefined);
        throw error;
      }
      return known(code);
    },
    change: async (hostCode, change, operator) => {
      await known(hostCode);
      await refuseTakenName(
        db.transaction().execute((trx) => writeChange(trx, hostCode, change, parts, operator)),
      );
      if (isServed(change)) await work.apply();
      return known(hostCode);
    },
    remove: async (hostCode) => {
      await known(hostCode);
      await work.remove(hostCode);
      await forget(hostCode);
    },
  };
}
