import { z } from 'zod';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';
import { CertificateState } from '../certificate/certificate';
import { HSTS_DAYS_MAX } from '../hostenv/site-bounds';
import { DomainDns, DnsRecord } from './dns';
import { DOMAIN_REFUSALS } from './domain-name';

/** Domains of one host. */
export const DOMAINS_MAX = 200;
/** Characters of a domain's remark. */
export const DOMAIN_REMARK_MAX = 100;
/** Names of one call that asks DNS. */
export const DNS_NAMES_MAX = 50;

/** As typed, in either form; `readDomain` reads it. */
const TypedDomain = z
  .string()
  .min(1)
  .max(2 * DOMAIN_MAX);
const Remark = z.string().trim().max(DOMAIN_REMARK_MAX);

/** Domains stay open on a suspended host. */
const DOMAIN = { access: 'owner', embed: ['domain'], method: 'POST', passesBlock: true } as const;
const READING = { ...DOMAIN, effect: 'read' } as const;
const CHANGING = { ...DOMAIN, effect: 'change' } as const;

/** Filing of a domain with the Chinese authorities; null: it has none. */
export const IcpRow = z.object({ domain: z.string(), number: z.string().nullable() });
export type IcpRow = z.infer<typeof IcpRow>;

export const Domain = z.object({
  /** Stored form: punycode, lower case, `*.` for a wildcard. */
  name: z.string(),
  shown: z.string(),
  isWildcard: z.boolean(),
  isPrimary: z.boolean(),
  /** The host's test address, which is always there. */
  isPreview: z.boolean(),
  remark: z.string(),
  /** The target to which a 301 redirect of the complete domain leads; null without one. */
  redirectsTo: z.string().nullable(),
  /** Null: not checked yet. */
  dns: DomainDns.nullable(),
  certificate: CertificateState,
  forcesHttps: z.boolean(),
  /** Null: off. */
  hstsDays: z.number().int().nullable(),
  createdAt: z.string(),
});
export type Domain = z.infer<typeof Domain>;

/** Facts of the node's listener, the same for every name. */
export const TlsFacts = z.object({
  /** Null: the node serves no TLS. */
  port: z.number().int().nullable(),
  http2: z.boolean(),
  versions: z.array(z.string()),
});

export const listDomains = defineCall({
  ...READING,
  path: '/api/domain/list',
  summary: 'Domains of the host with the state of DNS, certificate and HTTPS; the test address comes last',
  reply: z.object({
    domains: z.array(Domain),
    /** Addresses that DNS records should contain. */
    addresses: z.array(z.string()),
    tls: TlsFacts,
    /** Whether the provider can look up ICP filings. */
    hasIcp: z.boolean(),
    /** Version of the site configuration that the switches belong to. */
    version: z.number().int(),
  }),
});

/** What became of one typed name. */
export const BindResult = z.object({
  typed: z.string(),
  /** Stored form; absent if the text is no domain. */
  name: z.string().optional(),
  result: z.enum(['bound', 'already', 'taken', 'reserved', ...DOMAIN_REFUSALS]),
  /** For `taken`: the record that proves ownership. */
  record: DnsRecord.optional(),
});
export type BindResult = z.infer<typeof BindResult>;

export const bindDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/bind',
  summary: 'Bind domains; names that can not be bound are reported, the others are bound',
  body: z.object({
    domains: z.array(TypedDomain).min(1).max(DOMAINS_MAX),
    /** Also binds `www.` of a name without it, and the name without `www.` of one with it. */
    withWww: z.boolean().default(false),
    /** Reports what would happen and binds nothing. */
    dryRun: z.boolean().default(false),
  }),
  reply: z.object({ results: z.array(BindResult) }),
});

export const unbindDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/unbind',
  summary: 'Unbind domains; certificates are kept',
  body: z.object({ domains: z.array(TypedDomain).min(1).max(DOMAINS_MAX) }),
  reply: z.object({}),
});

export const setPrimaryDomain = defineCall({
  ...CHANGING,
  path: '/api/domain/primary',
  summary: 'Make a domain the primary one, which names the site in the console',
  body: z.object({ domain: TypedDomain }),
  reply: z.object({}),
});

export const remarkDomain = defineCall({
  ...CHANGING,
  path: '/api/domain/remark',
  summary: 'Change the remark of a domain',
  body: z.object({ domain: TypedDomain, remark: Remark }),
  reply: z.object({}),
});

/** Lines of a domain list: `name,remark`. */
export const DOMAIN_LIST_MAX = 64 * 1024;

export const importDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/import',
  summary: 'Bind the domains of a CSV list with the columns name and remark',
  body: z.object({ csv: z.string().min(1).max(DOMAIN_LIST_MAX) }),
  reply: z.object({ results: z.array(BindResult) }),
});

export const exportDomains = defineCall({
  ...READING,
  path: '/api/domain/export',
  summary: 'The domains as a CSV list with the columns name and remark',
  reply: z.object({ csv: z.string() }),
});

export const setDomainHttps = defineCall({
  ...CHANGING,
  path: '/api/domain/https',
  summary: 'Change forced HTTPS and HSTS of domains; an absent field stays as it is',
  body: z.object({
    domains: z.array(TypedDomain).min(1).max(DOMAINS_MAX),
    forcesHttps: z.boolean().optional(),
    /** Null switches HSTS off. */
    hstsDays: z.number().int().min(1).max(HSTS_DAYS_MAX).nullable().optional(),
  }),
  reply: z.object({ version: z.number().int() }),
});

const AskedDomains = z.object({ domains: z.array(TypedDomain).min(1).max(DNS_NAMES_MAX) });

export const queryBindDomainStatus = defineCall({
  ...READING,
  path: '/api/domain/queryBindDomainStatus',
  summary: 'Check the DNS of bound domains now',
  body: AskedDomains,
  reply: z.object({ domains: z.array(z.object({ domain: z.string(), dns: DomainDns })) }),
});

/** Whether a name is bound elsewhere, and what proves that it belongs to this host's owner. */
export const TransferRow = z.object({
  domain: z.string(),
  isBoundElsewhere: z.boolean(),
  record: DnsRecord,
  isProven: z.boolean(),
});
export type TransferRow = z.infer<typeof TransferRow>;

/** The SDK passes the reply of this path through unchanged. */
export const checkTransferInDomains = defineCall({
  ...READING,
  path: '/api/domain/checkTransferInDomains',
  summary: 'Whether names are bound to another host, and whether DNS proves that they belong to this one',
  body: AskedDomains,
  reply: z.object({ domains: z.array(TransferRow) }),
});

export const transferDomain = defineCall({
  ...CHANGING,
  path: '/api/domain/transfer',
  summary: 'Move a domain from another host to this one, after DNS has proven who owns it',
  body: z.object({ domain: TypedDomain }),
  reply: z.object({}),
});

export const queryIcpList = defineCall({
  ...READING,
  path: '/api/icp/queryIcpList',
  summary: 'ICP filings of domains; empty without an adapter',
  body: AskedDomains,
  reply: z.object({ domains: z.array(IcpRow) }),
});
