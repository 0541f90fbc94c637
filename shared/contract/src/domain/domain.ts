import { z } from 'zod';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';
import { HSTS_DAYS_MAX } from '../hostenv/site-bounds';
import { DOMAIN_REFUSALS } from './domain-name';

/** Domains of one host. */
export const DOMAINS_MAX = 200;
/** Characters of a domain's remark. */
export const DOMAIN_REMARK_MAX = 100;

/** As typed, in either form; `readDomain` reads it. */
const TypedDomain = z
  .string()
  .min(1)
  .max(2 * DOMAIN_MAX);
const TypedDomains = z.array(TypedDomain).min(1).max(DOMAINS_MAX);

/** Domains stay open on a suspended host. */
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
  /** The target to which a 301 redirect of the complete domain leads; null without one. */
  redirectsTo: z.string().nullable(),
  /** The certificate that visitors get; null: the domain is served over plain HTTP only. */
  certificate: z.object({ id: z.number().int(), notAfter: z.string() }).nullable(),
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
  summary: 'Domains of the host with certificate and HTTPS, the primary one first',
  reply: z.object({
    domains: z.array(Domain),
    /** URL of the site that needs no domain. */
    testUrl: z.string(),
    /** Facts of the server, the same for every domain. */
    tls: z.object({ port: z.number().int(), versions: z.array(z.string()), http2: z.boolean() }),
    /** Version of the site configuration that holds the switches. */
    version: z.number().int(),
  }),
});

/** What became of one typed name. */
export const BindResult = z.object({
  typed: z.string(),
  /** Stored form; absent if the text is no domain. */
  name: z.string().optional(),
  result: z.enum(['bound', 'already', 'taken', 'reserved', ...DOMAIN_REFUSALS]),
});
export type BindResult = z.infer<typeof BindResult>;

export const bindDomains = defineCall({
  ...CHANGING,
  path: '/api/domain/bind',
  summary: 'Bind domains; names that can not be bound are reported, the others are bound',
  body: z.object({
    domains: TypedDomains,
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
