import { z } from 'zod';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';
import { DnsState } from '../domain/dns';
import { NAMES_MAX } from '../hostenv/site-bounds';
import { CDN_URL_MAX, CDN_URLS_MAX } from './bounds';
import { CdnConfig } from './cdn-config';

export * from './bounds';
export * from './cdn-config';

/** Which hosts have the edge cache; the menu entry has the same conditions. Suspended hosts have none. */
export const CDN_CONDITIONS = { products: ['foreignTrade'], notInstances: ['OLD'] } as const;

const CDN = { access: 'owner', embed: ['domain'], method: 'POST', when: CDN_CONDITIONS } as const;
const READING = { ...CDN, effect: 'read' } as const;
const CHANGING = { ...CDN, effect: 'change' } as const;

/** How much of a daily limit is used; it resets at 00:00 UTC. */
export const CdnAllowance = z.object({ used: z.number().int(), limit: z.number().int() });
export type CdnAllowance = z.infer<typeof CdnAllowance>;

/** Daily limits for purged URLs, purged prefixes, purges of everything and prefetched URLs. */
export const CdnAllowances = z.object({
  url: CdnAllowance,
  prefix: CdnAllowance,
  all: CdnAllowance,
  prefetch: CdnAllowance,
});
export type CdnAllowances = z.infer<typeof CdnAllowances>;

export const CdnDomain = z.object({
  /** Stored form. */
  name: z.string(),
  shown: z.string(),
  isOn: z.boolean(),
  /** Null: not checked yet, or a wildcard. */
  dns: DnsState.nullable(),
});
export type CdnDomain = z.infer<typeof CdnDomain>;

export const readCdn = defineCall({
  ...READING,
  path: '/api/cdn/settings',
  summary: 'The edge cache: domains with their switch, rules, size and daily limits',
  reply: CdnConfig.extend({
    domains: z.array(CdnDomain),
    /** Bytes on disk, and this host's limit. */
    cache: z.object({ used: z.number(), limit: z.number() }),
    allowances: CdnAllowances,
    /** Version of the site configuration that holds switches and rules. */
    version: z.number().int(),
  }),
});

export const switchCdn = defineCall({
  ...CHANGING,
  path: '/api/cdn/switch',
  summary: 'Switch the edge cache of domains on or off',
  body: z.object({
    domains: z
      .array(
        z
          .string()
          .min(1)
          .max(2 * DOMAIN_MAX),
      )
      .min(1)
      .max(NAMES_MAX),
    isOn: z.boolean(),
  }),
  reply: z.object({ version: z.number().int() }),
});

export const saveCdnRules = defineCall({
  ...CHANGING,
  path: '/api/cdn/rules',
  summary: 'Save the cache rules in their order, the query policy and the cookies that bypass',
  body: CdnConfig.extend({
    /** The version that was edited. */
    version: z.number().int(),
  }),
  reply: z.object({ version: z.number().int() }),
});

const Url = z.string().trim().min(1).max(CDN_URL_MAX);
const Urls = z.array(Url).min(1).max(CDN_URLS_MAX);

/** `url`: all cached variants of these URLs. `prefix`: every URL that begins with one of these. */
export const CdnPurge = z.discriminatedUnion('is', [
  z.object({ is: z.literal('url'), urls: Urls }),
  z.object({ is: z.literal('prefix'), urls: Urls }),
  z.object({ is: z.literal('all') }),
]);
export type CdnPurge = z.infer<typeof CdnPurge>;

export const purgeCdn = defineCall({
  ...CHANGING,
  path: '/api/cdn/purge',
  summary: 'Remove pages from the edge cache; in force when the call returns',
  body: CdnPurge,
  reply: z.object({
    /** Cached replies that were removed. */
    removed: z.number().int(),
    allowances: CdnAllowances,
  }),
});

export const prefetchCdn = defineCall({
  ...CHANGING,
  path: '/api/cdn/prefetch',
  taskKind: 'CDN_PREFETCH',
  summary: 'Load addresses into the edge cache as a task',
  body: z.object({ urls: Urls }),
  reply: z.object({ taskId: z.number().int() }),
});

export const CDN_RANGES = ['24h', '7d', '30d'] as const;

/** Replies that the edge sent to visitors. */
const CdnCounts = z.object({
  requests: z.number(),
  /** Requests that the cache answered. */
  hits: z.number(),
  /** Bytes sent to visitors. */
  bytes: z.number(),
  /** Bytes sent from the cache, which the origin did not have to send. */
  hitBytes: z.number(),
  /** Replies of the origin with a status of 500 and above. */
  originErrors: z.number(),
});
export type CdnCounts = z.infer<typeof CdnCounts>;

/** One hour (`24h`) or one UTC day; the last one is still in progress. */
export const CdnSlot = CdnCounts.extend({
  /** Start, ISO 8601, UTC. */
  at: z.string(),
  ok: z.number(),
  redirect: z.number(),
  clientError: z.number(),
  serverError: z.number(),
});
export type CdnSlot = z.infer<typeof CdnSlot>;

export const CdnTopUrl = z.object({
  url: z.string(),
  requests: z.number(),
  hits: z.number(),
  bytes: z.number(),
});
export type CdnTopUrl = z.infer<typeof CdnTopUrl>;

export const queryCdnStats = defineCall({
  ...READING,
  path: '/api/cdn/stats',
  summary: 'Hits, traffic and status codes of the edge cache from the access log',
  passive: true,
  body: z.object({ range: z.enum(CDN_RANGES) }),
  reply: z.object({
    slots: z.array(CdnSlot),
    total: CdnCounts,
    /** Of the preceding period of the same length. */
    before: CdnCounts,
    /** By stored name; domains without a request are absent. */
    domains: z.array(CdnCounts.extend({ name: z.string() })),
    /** By rule; `id` 0: no rule matched. */
    rules: z.array(z.object({ id: z.number(), requests: z.number(), hits: z.number() })),
    /** Most requested URLs in the newest part of the log, at most 20. */
    topUrls: z.array(CdnTopUrl),
    /** The time up to which the log has been counted, ISO 8601; null: never. */
    countedTo: z.string().nullable(),
  }),
});
