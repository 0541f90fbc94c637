import type { HostCode, providerCalls, ProviderHost } from '@sitedeck/contract';
import type { Handlers, ProviderContext } from '#api/calls/handlers';
import { rememberEmbedOrigin } from '#sites/api/embed-origins';
import { createAccount, listAccounts } from '#sites/api/accounts';
import type { HostFacts } from '#sites/host-scope';
import type { Hosts } from '#sites/api/hosts';
import { readHost, readHosts } from '#sites/live-hosts';
import { issueToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { createProviderKey, listProviderKeys, revokeProviderKey } from './provider-keys';

export type ProviderCalls = Pick<
  typeof providerCalls,
  | 'createAccount'
  | 'listAccounts'
  | 'listHosts'
  | 'createHost'
  | 'updateHost'
  | 'getHost'
  | 'deleteHost'
  | 'createToken'
  | 'createEmbedToken'
  | 'createKey'
  | 'listKeys'
  | 'revokeKey'
>;

export interface ProviderParts {
  /** Origins of portals that may embed a remote; undefined: any. */
  readonly embedOrigins: readonly string[] | undefined;
  readonly db: Db;
  readonly hosts: Hosts;
  readonly now: () => number;
}

const wire = (host: HostFacts): ProviderHost => ({
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
  Object.fromEntries(Object.entries(wire(host)).filter(([name]) => name in change && !PRIVATE.has(name)));

export function providerHandlers({ db, hosts, now, embedOrigins }: ProviderParts): Handlers<ProviderCalls> {
  const known = async (hostCode: HostCode): Promise<HostFacts> => {
    const host = await readHost(db, hostCode);
    if (!host) throw new Refusal('host-gone', { field: 'hostCode' });
    return host;
  };
  const checkAccount = async (accountCode: string, hostCode: HostCode | undefined): Promise<void> => {
    const account = (await listAccounts(db)).find((candidate) => candidate.accountCode === accountCode);
    if (!account) throw new Refusal('not-found', { field: 'accountCode' });
    if (hostCode && (await known(hostCode)).account_code !== accountCode)
      throw new Refusal('host-gone', { field: 'hostCode' });
  };

  return {
    createAccount: async ({ body }, { note }) => {
      note(body.name);
      return { accountCode: await createAccount(db, body.name) };
    },
    listAccounts: () => listAccounts(db),
    createHost: async ({ body }, context) => {
      context.note(body.hostName, fieldsOf(body));
      const host = await hosts.create(body, context.key);
      about(context, host);
      return { hostCode: host.code };
    },
    listHosts: async ({ query }) => (await readHosts(db, query.accountCode)).map(wire),
    updateHost: async ({ params, body }, context) => {
      const { accountCode, ...change } = body;
      context.note(params.hostCode, fieldsOf(change));
      const host = await known(params.hostCode);
      about(context, host);
      if (accountCode !== undefined && accountCode !== host.account_code)
        throw new Refusal('account-fixed', { field: 'accountCode' });
      const changed = await hosts.change(params.hostCode, change, context.key);
      const [before, after] = [host, changed].map((state) => shownFields(state, change));
      context.note(params.hostCode, { ...fieldsOf(change), before, after });
      return wire(changed);
    },
    getHost: async ({ params }) => wire(await known(params.hostCode)),
    deleteHost: async ({ params }, context) => {
      context.note(params.hostCode);
      about(context, await known(params.hostCode));
      await hosts.remove(params.hostCode);
      return {};
    },
    createToken: async ({ body }, { note }) => {
      const { role, operator, claims } = body;
      note(body.hostCode ?? body.accountCode, { role, operator, ...(claims.length > 0 && { claims }) });
      await checkAccount(body.accountCode, body.hostCode);
      return { token: await issueToken(db, { kind: 'login', payload: body }, new Date(now())) };
    },
    createEmbedToken: async ({ body }, { note }) => {
      const { hostCode, remote, origin, role, operator } = body;
      note(hostCode, { remote, origin, role, operator });
      if (embedOrigins?.includes(origin) === false) throw new Refusal('embed-origin', { field: 'origin' });
      await checkAccount(body.accountCode, body.hostCode);
      await rememberEmbedOrigin(db, origin, new Date(now()));
      return { token: await issueToken(db, { kind: 'embed', payload: body }, new Date(now())) };
    },
    createKey: async ({ body }, { note }) => {
      note(body.name, { scopes: body.scopes });
      return { name: body.name, key: await createProviderKey(db, body) };
    },
    listKeys: () => listProviderKeys(db),
    revokeKey: async ({ params }, { note }) => {
      note(params.name);
      await revokeProviderKey(db, params.name, new Date(now()));
      return {};
    },
  };
}
