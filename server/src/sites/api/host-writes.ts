import { sql } from 'kysely';
import {
  ARCHIVE_ENTRIES_DEFAULT,
  HostCode,
  SiteConfig,
  type AccountCode,
  type HostName,
  type Language,
  type ServiceStatus,
} from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import type { HostRow } from '#state/tables';
import { Refusal } from '#faults/refusal';
import { bindableDomains, replaceDomains, type ReservedNames } from './domains';
import { endSessionsOfHost, forgetWhyEnded } from './host-sessions';
import { hashPassword, type PasswordCost } from './password';
import { addSiteConfig, readSiteConfig } from '#sites/config/config-store';

/** Fields that may be changed at any time; an undefined field stays as it is. */
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
  readonly archiveEntries?: number | undefined;
  /** Limits of its programs; null: the installation's default. */
  readonly memoryMib?: number | null | undefined;
  readonly processes?: number | null | undefined;
  readonly cpuPercent?: number | null | undefined;
  readonly cpuWeight?: number | null | undefined;
  readonly ioWeight?: number | null | undefined;
  /** Recipients; null: the default of the installation. */
  readonly mailsPerHour?: number | null | undefined;
  readonly domains?: readonly string[] | undefined;
  /** Suspends or resumes the host; a site that the owner closed stays closed. */
  readonly serviceStatus?: Extract<ServiceStatus, 'NORMAL' | 'BLOCKING'> | undefined;
  /** Whether the owner closes the site. */
  readonly closed?: boolean | undefined;
  readonly ftpEnabled?: boolean | undefined;
  readonly ftpWritable?: boolean | undefined;
}

export interface NewHostRequest extends HostChange {
  readonly accountCode: AccountCode;
  readonly hostName: HostName;
  readonly password: string;
  readonly language: Language;
}

/** Settings of this installation that apply to every host. */
export interface HostRules {
  /** The node on which new hosts are created. */
  readonly node: string;
  readonly reserved: ReservedNames;
  readonly defaultDocuments: Readonly<Record<Language, readonly string[]>>;
  /** Cost of password hashes; undefined: the default of `hashPassword`. */
  readonly passwordCost?: PasswordCost;
}

async function nextNumbers(trx: Db): Promise<{ code: HostCode; uid: number }> {
  const { rows } = await sql<{ number: number; uid: number }>`
    select nextval('host_number') as number, nextval('host_uid') as uid`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('No number for a new host');
  return { code: HostCode.parse(`vh${row.number}`), uid: row.uid };
}

const limitColumns = (change: HostChange) => ({
  memory_mib: change.memoryMib,
  processes: change.processes,
  cpu_percent: change.cpuPercent,
  cpu_weight: change.cpuWeight,
  io_weight: change.ioWeight,
});

/** Whether a change concerns what the programs of a host may use. */
export const changesLimits = (change: HostChange): boolean =>
  Object.values(limitColumns(change)).some((value) => value !== undefined);

/** Columns of the fields that the change sets. */
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
    archive_entries: change.archiveEntries,
    ...limitColumns(change),
    mails_per_hour: change.mailsPerHour,
    suspended: change.serviceStatus && change.serviceStatus === 'BLOCKING',
    closed: change.closed,
    ftp_enabled: change.ftpEnabled,
    ftp_writable: change.ftpWritable,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The transaction of a write, and who causes it. */
export interface HostWrite {
  readonly trx: Db;
  readonly operator: string;
  readonly rules: HostRules;
}

const limitsOfNew = ({ memoryMib, processes, cpuPercent, cpuWeight, ioWeight }: HostChange) => ({
  memory_mib: memoryMib ?? null,
  processes: processes ?? null,
  cpu_percent: cpuPercent ?? null,
  cpu_weight: cpuWeight ?? null,
  io_weight: ioWeight ?? null,
});

export async function insertHost(
  { trx, operator, rules }: HostWrite,
  request: NewHostRequest,
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
      password_hash: await hashPassword(request.password, 'new-host', rules.passwordCost),
      node: rules.node,
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
      archive_entries: request.archiveEntries ?? ARCHIVE_ENTRIES_DEFAULT,
      ...limitsOfNew(request),
      mails_per_hour: request.mailsPerHour ?? null,
    })
    .execute();
  await replaceDomains(trx, code, bindableDomains(request.domains ?? [], rules.reserved));
  const documents = [...rules.defaultDocuments[request.language]];
  const document = SiteConfig.parse({ language: request.language, documents });
  await addSiteConfig(trx, code, {
    after: 0,
    document,
    author: { operator, role: null, action: 'createHost' },
  });
  return code;
}

async function setLanguage(
  { trx, operator }: HostWrite,
  hostCode: HostCode,
  language: Language,
): Promise<void> {
  const config = await readSiteConfig(trx, hostCode);
  if (!config || config.document.language === language) return;
  const document = { ...config.document, language };
  const author = { operator, role: null, action: 'updateHost' } as const;
  if (!(await addSiteConfig(trx, hostCode, { after: config.version, document, author })))
    throw new Refusal('conflict');
}

/**
 * Only the provider decides whether a suspended site is served. Locks the host's row until the end of the
 * transaction.
 */
async function refuseSuspended(trx: Db, hostCode: HostCode): Promise<void> {
  const row = await trx
    .selectFrom('host')
    .select('suspended')
    .where('code', '=', hostCode)
    .forUpdate()
    .executeTakeFirst();
  if (row?.suspended) throw new Refusal('host-blocked');
}

/** Refuses with `host-blocked` if the owner opens or closes a suspended site. */
export async function writeChange(writing: HostWrite, hostCode: HostCode, change: HostChange): Promise<void> {
  const { trx, rules } = writing;
  if (change.closed !== undefined) await refuseSuspended(trx, hostCode);
  const columns = columnsOf(change);
  const password =
    change.password === undefined
      ? {}
      : { password_hash: await hashPassword(change.password, hostCode, rules.passwordCost) };
  const set = { ...columns, ...password };
  if (Object.keys(set).length > 0)
    await trx.updateTable('host').set(set).where('code', '=', hostCode).execute();
  if (change.domains) await replaceDomains(trx, hostCode, bindableDomains(change.domains, rules.reserved));
  if (change.language) await setLanguage(writing, hostCode, change.language);
  if (change.password !== undefined) await endSessionsOfHost(trx, hostCode, 'password-changed');
  await announce(trx, { is: 'host', hostCode });
}

/** The state of a host before a change, as far as a change may touch it. */
interface HostState {
  readonly row: HostRow;
  readonly domains: readonly string[];
}

/** Refuses with `host-gone`. */
export async function readState(db: Db, hostCode: HostCode): Promise<HostState> {
  const row = await db.selectFrom('host').selectAll().where('code', '=', hostCode).executeTakeFirst();
  if (!row) throw new Refusal('host-gone');
  const domains = await db.selectFrom('domain').select('name').where('host_code', '=', hostCode).execute();
  return { row, domains: domains.map(({ name }) => name) };
}

/**
 * The previous values of the columns that the change has set. Others may have changed the remaining columns
 * meanwhile.
 */
function columnsBefore(change: HostChange, { contact, ...row }: HostRow) {
  const written = { ...row, contact: JSON.stringify(contact) };
  const names = [
    ...Object.keys(columnsOf(change)),
    ...(change.password === undefined ? [] : ['password_hash']),
  ];
  return Object.fromEntries(Object.entries(written).filter(([name]) => names.includes(name)));
}

/** Undoes a change that the host's node refused. */
export async function restoreState(
  writing: HostWrite,
  { row, domains }: HostState,
  change: HostChange,
): Promise<void> {
  const { trx } = writing;
  const columns = columnsBefore(change, row);
  if (Object.keys(columns).length > 0)
    await trx.updateTable('host').set(columns).where('code', '=', row.code).execute();
  if (change.domains) await replaceDomains(trx, row.code, domains);
  if (change.language) await setLanguage(writing, row.code, row.language);
  if (change.password !== undefined) await forgetWhyEnded(trx, row.code);
  await announce(trx, { is: 'host', hostCode: row.code });
}
