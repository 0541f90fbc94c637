import { z } from 'zod';
import { AccountCode, DomainName, HostCode, HostName } from '../call/brand';
import { defineCall } from '../call/call';
import { ARCHIVE_ENTRIES_MAX, HOST_LIMITS, MAILS_PER_HOUR_MAX } from '../constants';
import { LANGUAGES, ROLES } from '../host/host-info';
import { CLAIMS } from '../registry/registry';
import { REMOTE_NAME, RemoteName } from '../registry/remote';

/** The provider's listener: bearer keys, real HTTP status codes. */
const hosts = { access: 'provider', scope: 'hosts' } as const;
const tokens = { access: 'provider', scope: 'tokens' } as const;

const keys = { access: 'provider', scope: 'keys' } as const;

const Quota = z.number().int().min(0).nullable();
/** Maximum number of files, folders and links in one archive of the host; 200,000 by default. */
const ArchiveEntries = z.number().int().min(1).max(ARCHIVE_ENTRIES_MAX);
/** Recipients of mail that the host may send per hour; null: the default of the installation, 0: none. */
const MailsPerHour = z.number().int().min(0).max(MAILS_PER_HOUR_MAX).nullable();

const limit = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int().min(min).max(max).nullable();

/** What the programs of a host may use together; null: the installation's default. */
const Limits = {
  /** MiB of memory, swap space included. */
  memoryMib: limit(HOST_LIMITS.memoryMib),
  /** Processes and threads. */
  processes: limit(HOST_LIMITS.processes),
  /** Percent of one processor: 150 is one and a half. */
  cpuPercent: limit(HOST_LIMITS.cpuPercent),
  /** Part of busy processors, relative to other hosts; 100 by default. */
  cpuWeight: limit(HOST_LIMITS.cpuWeight),
  /** Part of busy disks, relative to other hosts; 100 by default. */
  ioWeight: limit(HOST_LIMITS.ioWeight),
};

/** Unknown fields are refused: with a misspelt quota the old limit would silently stay. */
const HostFields = z.strictObject({
  hostName: HostName,
  password: z.string().min(8).max(256),
  language: z.enum(LANGUAGES),
  productType: z.string().max(64),
  instanceType: z.string().max(64),
  osType: z.string().max(32),
  plugin: z.union([z.literal(0), z.literal(1)]),
  remark: z.string().max(200),
  contact: z.strictObject({ email: z.email().optional(), phone: z.string().max(32).optional() }),
  /** Bytes; null is unlimited. */
  diskQuotaBytes: Quota,
  databaseQuotaBytes: Quota,
  trafficQuotaBytes: Quota,
  archiveEntries: ArchiveEntries,
  ...Limits,
  mailsPerHour: MailsPerHour,
  domains: z.array(DomainName).max(200),
});

const optional = HostFields.partial();

export const ProviderHost = z.object({
  hostCode: HostCode,
  accountCode: AccountCode,
  hostName: z.string(),
  language: z.enum(LANGUAGES),
  productType: z.string(),
  instanceType: z.string(),
  osType: z.string(),
  plugin: z.union([z.literal(0), z.literal(1)]),
  remark: z.string(),
  contact: z.object({ email: z.string().optional(), phone: z.string().optional() }),
  diskQuotaBytes: Quota,
  databaseQuotaBytes: Quota,
  trafficQuotaBytes: Quota,
  archiveEntries: ArchiveEntries,
  ...Limits,
  mailsPerHour: MailsPerHour,
  domains: z.array(z.string()),
  serviceStatus: z.enum(['NORMAL', 'BLOCKING', 'CLOSED']),
  node: z.string(),
});
export type ProviderHost = z.infer<typeof ProviderHost>;

export const createAccount = defineCall({
  ...hosts,
  method: 'POST',
  path: '/provider/accounts',
  summary: 'Create an account that owns hosts',
  effect: 'change',
  body: z.object({ name: z.string().min(1).max(100) }),
  reply: z.object({ accountCode: AccountCode }),
});

export const listAccounts = defineCall({
  ...hosts,
  method: 'GET',
  path: '/provider/accounts',
  summary: 'All accounts',
  effect: 'read',
  reply: z.array(z.object({ accountCode: AccountCode, name: z.string(), hosts: z.number() })),
});

export const listHosts = defineCall({
  ...hosts,
  method: 'GET',
  path: '/provider/hosts',
  summary: 'Hosts of one account, or of all',
  effect: 'read',
  query: z.object({ accountCode: AccountCode.optional() }),
  reply: z.array(ProviderHost),
});

export const createHost = defineCall({
  ...hosts,
  method: 'POST',
  path: '/provider/hosts',
  summary: 'Create a host: directory tree, uid, web server, FTP account',
  effect: 'change',
  body: optional
    .required({ hostName: true, password: true, language: true })
    .extend({ accountCode: AccountCode }),
  reply: z.object({ hostCode: HostCode }),
});

const OneHost = z.object({ hostCode: HostCode });

/** One host, and whether its limit of memory holds. */
const HostInDetail = ProviderHost.extend({
  /**
   * `waits`: the kernel refused the new, lower limit because the programs of the host use more (version 1 of control
   * groups only). The previous limit holds; it is tried again every few seconds and with each start of a program.
   */
  memoryLimit: z.enum(['waits']).optional(),
});
export type HostInDetail = z.infer<typeof HostInDetail>;

export const updateHost = defineCall({
  ...hosts,
  method: 'PATCH',
  path: '/provider/hosts/{hostCode}',
  summary: 'Change fields of a host, or suspend and resume it',
  effect: 'change',
  params: OneHost,
  body: optional.extend({
    serviceStatus: z.enum(['NORMAL', 'BLOCKING']).optional(),
    /** Must be the host's own account, so that a document can be sent back as it was read. */
    accountCode: AccountCode.optional(),
  }),
  reply: HostInDetail,
});

export const getHost = defineCall({
  ...hosts,
  method: 'GET',
  path: '/provider/hosts/{hostCode}',
  summary: 'One host',
  effect: 'read',
  params: OneHost,
  reply: HostInDetail,
});

export const deleteHost = defineCall({
  ...hosts,
  method: 'DELETE',
  path: '/provider/hosts/{hostCode}',
  summary: 'Remove a host and everything in its directory tree',
  effect: 'change',
  params: OneHost,
  reply: z.object({}),
});

/** The log names who acted on a customer's host, for every kind of token. */
const NAMED_ADMINISTRATOR = [
  ({ role, operator }: { role: string; operator?: string | undefined }) =>
    role !== 'ADMINISTRATOR' || operator !== undefined,
  { path: ['operator'], message: 'operator is required for role ADMINISTRATOR' },
] satisfies [unknown, unknown];

export const createToken = defineCall({
  ...tokens,
  method: 'POST',
  path: '/provider/tokens',
  summary: "A single-use token of five minutes that signs a person in from the provider's portal",
  effect: 'change',
  body: z
    .object({
      accountCode: AccountCode,
      hostCode: HostCode.optional(),
      role: z.enum(ROLES).default('USER'),
      operator: z.string().min(1).max(100).optional(),
      /** Extra rights of the user, for staff who work with the provider's remotes. */
      claims: z.array(z.enum(CLAIMS)).max(CLAIMS.length).default([]),
    })
    .refine(...NAMED_ADMINISTRATOR)
    .refine((body) => body.role !== 'ADMINISTRATOR' || body.claims.length === 0, {
      path: ['claims'],
      message: 'an ADMINISTRATOR acts on a customer’s host and gets no claims',
    }),
  reply: z.object({ token: z.string() }),
});

export const createEmbedToken = defineCall({
  ...tokens,
  method: 'POST',
  path: '/provider/embed-tokens',
  summary: 'A token of five minutes for the calls of one remote on one host, from one Origin only',
  effect: 'change',
  body: z
    .object({
      accountCode: AccountCode,
      hostCode: HostCode,
      remote: RemoteName,
      origin: z
        .url({ protocol: /^https?$/ })
        .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'origin'),
      role: z.enum(ROLES).default('USER'),
      /** Shown in the operation log; the portal's origin by default. */
      operator: z.string().min(1).max(100).optional(),
    })
    .refine(...NAMED_ADMINISTRATOR),
  reply: z.object({ token: z.string() }),
});

/** What a key may do. A remote's team gets `remotes:<name>`. */
export const GrantedScope = z.union([
  z.enum(['hosts', 'tokens', 'metrics']),
  z.string().regex(new RegExp(`^remotes:${REMOTE_NAME}$`)),
]);

const KeyName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/);

export const createKey = defineCall({
  ...keys,
  method: 'POST',
  path: '/provider/keys',
  summary: 'Create another key, shown once; two can be active, so that a key can be replaced without a gap',
  effect: 'change',
  body: z.object({ name: KeyName, scopes: z.array(GrantedScope).min(1).max(50) }),
  reply: z.object({ name: z.string(), key: z.string() }),
});

export const listKeys = defineCall({
  ...keys,
  method: 'GET',
  path: '/provider/keys',
  summary: 'Names and scopes of the keys; never a key',
  effect: 'read',
  reply: z.array(
    z.object({
      name: z.string(),
      scopes: z.array(z.string()),
      /** ISO 8601, UTC. */
      createTime: z.string(),
      revoked: z.boolean(),
    }),
  ),
});

export const revokeKey = defineCall({
  ...keys,
  method: 'DELETE',
  path: '/provider/keys/{name}',
  summary: 'Revoke a key immediately',
  effect: 'change',
  params: z.object({ name: KeyName }),
  reply: z.object({}),
});
