import { z } from 'zod';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';
import { CertificateState } from '../certificate/certificate';
import { HSTS_DAYS_MAX } from '../hostenv/site-bounds';
import { DnsRecord, DomainDns } from './dns';
import { DOMAIN_REFUSALS } from './domain-name';

/** Domains of one host. */
export const DOMAINS_MAX = 200;
/** Characters of a domain's remark. */
export const DOMAIN_REMARK_MAX = 100;
/** Domains of one call that queries DNS. */
export const DNS_NAMES_MAX = 50;
/** Characters of a CSV list of domains. */
export const DOMAIN_LIST_MAX = 64 * 1024;

/** As typed, in Unicode or punycode; `readDomain` parses it. */
const TypedDomain = z
  .string()
  .min(1)
  .max(2 * DOMAIN_MAX);
const TypedDomains = z.array(TypedDomain).min(1).max(DOMAINS_MAX);

/** Domains can still be managed on a suspended host. */
const DOMAIN = { access: 'owner', embed: ['domain'], method: 'POST', passesBlock: true } as const;
const READING = { ...DOMAIN, effect: 'read' } as const;
const CHANGING = { ...DOMAIN, effect: 'change' } as const;

export const Domain = z.object({
  /** Stored form: punycode, lower case, `*.` for a wildcard. */
  name: z.string(),
  shown: z.string(),
  isWildcard: z.boolean(),
  isPrimary: z.boolean(),
  remark: z.string(),
  /** Target of the 301 redirect for the entire domain; null: there is none. */
  redirectsTo: z.string().nullable(),
  /** Its last DNS check; null: not checked yet. */
  dns: DomainDns.nullable(),
  certificate: CertificateState,
  forcesHttps: z.boolean(),
  /** Null: off. */
  hstsDays: z.number().int().nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});
export type Domain = z.infer<typeof Domain>;

export const listDomains = defineCall({
  ...READING,
  path: '/api/domain/list',
  summary: 'Domains of the host with DNS, certificate and HTTPS, the primary one first',
  reply: z.object({
    domains: z.array(Domain),
    /** URL under which the site answers without a domain. */
    testUrl: z.string(),
    /** Addresses of this server, which DNS records should contain. */
    addresses: z.array(z.string()),
    /** Whether the provider can look up ICP filings. */
    hasIcp: z.boolean(),
    /** Settings of the server, the same for every domain. */
    tls: z.object({ port: z.number().int(), versions: z.array(z.string()), http2: z.boolean() }),
    /** Version of the site configuration that holds the switches. */
    version: z.number().int(),
  }),
});

/** The outcome for one typed name. */
export const BindResult = z.object({
  typed: z.string(),
  /** Stored form; absent if the text is not a domain. */
  name: z.string().optional(),
  result: z.enum(['bound', 'already', 'taken', 'reserved', ...DOMAIN_REFUSALS]),
  /** For `taken`: the record to add, to prove ownership of the domain. */
  record: DnsRecord.optional(),
});
export type BindResult = z.infer<typeof BindResult>;

export const bindDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/bind',
  summary: 'Bind domains; names that can not be bound are reported, the others are bound',
  body: z.object({
    domains: TypedDomains,
    /** Also binds each name's counterpart with or without `www.`. */
    withWww: z.boolean().default(false),
    /** Reports the outcome but binds nothing. */
    dryRun: z.boolean().default(false),
  }),
  reply: z.object({ results: z.array(BindResult) }),
});

export const unbindDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/unbind',
  summary: 'Unbind domains with their switches; certificates are kept',
  body: z.object({ domains: TypedDomains }),
  reply: z.object({}),
});

export const setPrimaryDomain = defineCall({
  ...CHANGING,
  path: '/api/domain/primary',
  summary: 'Make a domain the primary one, which comes first in the console',
  body: z.object({ domain: TypedDomain }),
  reply: z.object({}),
});

export const remarkDomain = defineCall({
  ...CHANGING,
  path: '/api/domain/remark',
  summary: 'Change the remark of a domain',
  body: z.object({ domain: TypedDomain, remark: z.string().trim().max(DOMAIN_REMARK_MAX) }),
  reply: z.object({}),
});

export const setDomainHttps = defineCall({
  ...CHANGING,
  path: '/api/domain/https',
  summary: 'Change forced HTTPS and HSTS of domains; an absent field stays as it is',
  body: z.object({
    domains: TypedDomains,
    forcesHttps: z.boolean().optional(),
    /** Null switches HSTS off. */
    hstsDays: z.number().int().min(1).max(HSTS_DAYS_MAX).nullable().optional(),
  }),
  reply: z.object({ version: z.number().int() }),
});

export const importDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/import',
  summary: 'Bind the domains of a CSV list with the columns domain and remark',
  body: z.object({ csv: z.string().min(1).max(DOMAIN_LIST_MAX) }),
  reply: z.object({ results: z.array(BindResult) }),
});

export const exportDomains = defineCall({
  ...READING,
  path: '/api/domain/export',
  summary: 'The domains as a CSV list with the columns domain and remark',
  reply: z.object({ csv: z.string() }),
});

const DnsNames = z.object({ domains: z.array(TypedDomain).min(1).max(DNS_NAMES_MAX) });

export const queryBindDomainStatus = defineCall({
  ...READING,
  path: '/api/domain/queryBindDomainStatus',
  summary: 'Check the DNS of bound domains now',
  body: DnsNames,
  reply: z.object({ domains: z.array(z.object({ domain: z.string(), dns: DomainDns })) }),
});

/** Whether a domain is bound to another host, and the record that proves ownership. */
export const TransferState = z.object({
  domain: z.string(),
  isBoundElsewhere: z.boolean(),
  record: DnsRecord,
  isProven: z.boolean(),
});
export type TransferState = z.infer<typeof TransferState>;

/** The SDK passes the reply of this path through unchanged. */
export const checkTransferInDomains = defineCall({
  ...READING,
  path: '/api/domain/checkTransferInDomains',
  summary: 'Whether domains are bound to another host, and whether DNS proves that they belong to this one',
  body: DnsNames,
  reply: z.object({ domains: z.array(TransferState) }),
});

export const transferDomain = defineCall({
  ...CHANGING,
  path: '/api/domain/transfer',
  summary: 'Move a domain from another host to this one, after DNS has proven who owns it',
  body: z.object({ domain: TypedDomain }),
  reply: z.object({}),
});

/** ICP filing of a domain with the Chinese authorities; null: it has none. */
export const IcpFiling = z.object({ domain: z.string(), number: z.string().nullable() });
export type IcpFiling = z.infer<typeof IcpFiling>;

export const queryIcpList = defineCall({
  ...READING,
  path: '/api/icp/queryIcpList',
  summary: 'ICP filings of domains; those that the provider can not look up are absent',
  body: DnsNames,
  reply: z.object({ domains: z.array(IcpFiling) }),
});
