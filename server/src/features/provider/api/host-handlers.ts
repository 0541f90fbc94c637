import type { HostCode, HostInDetail, providerCalls, ProviderHost } from '@sitedeck/contract';
import type { Handlers, ProviderContext } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';
import type { Hosts } from '#sites/api/hosts';
import { limitsOf } from '#sites/host-limits';
import { readShareUse } from '#system/cage/shares/share-use';
import type { HostLimits, Shares } from '#system/cage/shares/shares';
import { readHost, readHosts } from '#sites/live-hosts';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

type HostCalls = Pick<
  typeof providerCalls,
  'listHosts' | 'createHost' | 'updateHost' | 'getHost' | 'deleteHost'
>;

export interface ProviderHostParts {
  readonly db: Db;
  readonly hosts: Hosts;
  readonly shares: Shares;
  /** Limits of hosts that have no others. */
  readonly hostLimits: HostLimits;
}

const hostReply = (host: HostFacts): ProviderHost => ({
  hostCode: host.code,
  accountCode: host.account_code,
  hostName: host.host_name,
  language: host.language,
  productType: host.product_type,
  instanceType: host.instance_type,
  osType: host.os_type,
  plugin: host.plugin,
  remark: host.remark,
  contact: host.contact,
  diskQuotaBytes: host.disk_quota,
  databaseQuotaBytes: host.database_quota,
  trafficQuotaBytes: host.traffic_quota,
  archiveEntries: host.archive_entries,
  memoryMib: host.memory_mib,
  processes: host.processes,
  cpuPercent: host.cpu_percent,
  cpuWeight: host.cpu_weight,
  ioWeight: host.io_weight,
  mailsPerHour: host.mails_per_hour,
  domains: [...host.domains],
  serviceStatus: host.service_status,
  node: host.node,
});

/** Files the operation-log row of a call under the host it concerns. */
function about(context: ProviderContext, host: HostFacts): void {
  context.attribute({ hostCode: host.code, accountCode: host.account_code, operator: context.key });
}

/** Names of the changed fields; their values may be secret. */
const fieldsOf = (body: object) => ({ fields: Object.keys(body) });

/** Fields whose values are kept out of the log, which can't be erased. */
const PRIVATE: ReadonlySet<string> = new Set(['password', 'contact']);

/** The current values of the changed fields of a host. */
const shownFields = (host: HostFacts, change: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(hostReply(host)).filter(([name]) => name in change && !PRIVATE.has(name)),
  );

/** Reads a host. Refuses with `host-gone`. */
export async function knownHost(db: Db, hostCode: HostCode): Promise<HostFacts> {
  const host = await readHost(db, hostCode);
  if (!host) throw new Refusal('host-gone', { field: 'hostCode' });
  return host;
}

/** A host that never ran a program here has no limit in force. */
async function inDetail({ shares, hostLimits }: ProviderHostParts, host: HostFacts): Promise<HostInDetail> {
  const { memory } = shares.is === 'on' ? await readShareUse(shares.groups, host.code) : {};
  const waits = memory !== undefined && memory.limit > limitsOf(hostLimits, host).memoryBytes;
  return { ...hostReply(host), ...(waits && { memoryLimit: 'waits' as const }) };
}

export const hostHandlers = (parts: ProviderHostParts): Handlers<HostCalls> => ({
  createHost: async ({ body }, context) => {
    context.note(body.hostName, fieldsOf(body));
    const host = await parts.hosts.create(body, context.key);
    about(context, host);
    return { hostCode: host.code };
  },
  listHosts: async ({ query }) => (await readHosts(parts.db, query.accountCode)).map(hostReply),
  updateHost: async ({ params, body }, context) => {
    const { accountCode, ...change } = body;
    context.note(params.hostCode, fieldsOf(change));
    const host = await knownHost(parts.db, params.hostCode);
    about(context, host);
    if (accountCode !== undefined && accountCode !== host.account_code)
      throw new Refusal('account-fixed', { field: 'accountCode' });
    const changed = await parts.hosts.change(params.hostCode, change, context.key);
    const [before, after] = [host, changed].map((state) => shownFields(state, change));
    context.note(params.hostCode, { ...fieldsOf(change), before, after });
    return inDetail(parts, changed);
  },
  getHost: async ({ params }) => inDetail(parts, await knownHost(parts.db, params.hostCode)),
  deleteHost: async ({ params }, context) => {
    context.note(params.hostCode);
    about(context, await knownHost(parts.db, params.hostCode));
    await parts.hosts.remove(params.hostCode);
    return {};
  },
});
