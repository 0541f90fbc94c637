import {
  CdnConfig,
  prefetchCdn,
  purgeCdn,
  queryCdnStats,
  queryTaskList,
  readCdn,
  saveCdnRules,
  switchCdn,
  type CdnAllowances,
  type CdnDomain,
  type CdnRule,
  type CdnSlot,
} from '@sitedeck/contract';
import { openReplyServer, Refusal, reply, type Reply } from '@sitedeck/ui/testing/reply-server';
import type { CdnReply, CdnStats } from '../cdn/cdn.api';
import { requestTask } from './domain-server';

export const cdnDomain = (name: string, given: Partial<CdnDomain> = {}): CdnDomain => ({
  name,
  shown: name,
  isOn: true,
  dns: 'here',
  ...given,
});

export const DOMAINS: readonly CdnDomain[] = [
  cdnDomain('www.a.com'),
  cdnDomain('*.img.a.com', { isOn: false, dns: null }),
  cdnDomain('b.xn--fiqs8s', { shown: 'b.中国', isOn: false, dns: 'elsewhere' }),
];

export const ruleOf = (id: number, given: Partial<CdnRule>): CdnRule => ({
  ...{ id, match: { is: 'path', path: '/wp-admin/*' }, edgeSeconds: 0 },
  ...{ browserSeconds: null, cachesPrivate: false },
  ...given,
});

export const RULES: readonly CdnRule[] = [
  ruleOf(4, {}),
  ruleOf(2, {
    match: { is: 'suffix', suffixes: ['css', 'js'] },
    edgeSeconds: 30 * 86_400,
    browserSeconds: 3600,
  }),
  ruleOf(7, { match: { is: 'status', statuses: [404] }, edgeSeconds: 60, cachesPrivate: true }),
];

const GB = 1024 ** 3;
const HOUR_MS = 3600_000;
/** Slots of each range: their number and length, ms. */
const SLOTS = { '24h': [24, HOUR_MS], '7d': [7, 24 * HOUR_MS], '30d': [30, 24 * HOUR_MS] } as const;
/** The last slot of each range begins here or earlier, 2026-11-21 UTC. */
const NOW = Date.UTC(2026, 10, 21, 8, 15);

const NO_COUNTS = { requests: 0, hits: 0, bytes: 0, hitBytes: 0, originErrors: 0 };
const NO_CODES = { ok: 0, redirect: 0, clientError: 0, serverError: 0 };

/** Statistics of a range; `counts` gives the figures of single slots. */
export function statsOf(
  range: keyof typeof SLOTS,
  counts: (index: number) => Partial<CdnSlot> = () => ({}),
  given: Partial<CdnStats> = {},
): CdnStats {
  const [many, ms] = SLOTS[range];
  const last = Math.floor(NOW / ms) * ms;
  const slots = Array.from({ length: many }, (_, index) => ({
    at: new Date(last - (many - 1 - index) * ms).toISOString(),
    ...NO_COUNTS,
    ...NO_CODES,
    ...counts(index),
  }));
  const sum = (of: keyof typeof NO_COUNTS) => slots.reduce((all, slot) => all + slot[of], 0);
  return {
    slots,
    total: {
      requests: sum('requests'),
      hits: sum('hits'),
      bytes: sum('bytes'),
      hitBytes: sum('hitBytes'),
      originErrors: sum('originErrors'),
    },
    before: { requests: 800, hits: 640, bytes: 5 * GB, hitBytes: 4 * GB, originErrors: 0 },
    domains: [
      { name: 'www.a.com', requests: 1000, hits: 938, bytes: 9 * GB, hitBytes: 8 * GB, originErrors: 0 },
    ],
    rules: [
      { id: 0, requests: 100, hits: 41 },
      { id: 2, requests: 500, hits: 490 },
      { id: 9, requests: 5, hits: 5 },
    ],
    topUrls: [{ url: 'https://www.a.com/logo.png', requests: 400, hits: 396, bytes: GB }],
    countedTo: new Date(NOW).toISOString(),
    ...given,
  };
}

/** 1,000 requests in two slots, of which the site answered 100, 40 of them with an error. */
export const VISITS = (index: number): Partial<CdnSlot> => {
  if (index === 5)
    return {
      ...{ requests: 600, hits: 600, bytes: 3 * GB, hitBytes: 3 * GB },
      ...{ ok: 500, redirect: 60, clientError: 40 },
    };
  if (index === 6)
    return {
      ...{ requests: 400, hits: 300, bytes: 3 * GB, hitBytes: 2 * GB, originErrors: 40 },
      ...{ ok: 360, serverError: 40 },
    };
  return {};
};

interface CdnState {
  domains: readonly CdnDomain[];
  config: CdnConfig;
  version: number;
  allowances: CdnAllowances;
}

const initial = (): CdnState => ({
  domains: DOMAINS,
  config: CdnConfig.parse({ rules: RULES }),
  version: 3,
  allowances: {
    url: { used: 10, limit: 200 },
    prefix: { used: 0, limit: 50 },
    all: { used: 3, limit: 5 },
    prefetch: { used: 97, limit: 100 },
  },
});

/** An edge cache that keeps what is changed, checks versions and counts against the daily limits. */
export async function openCdnServer() {
  let state = initial();
  const next = (change: Partial<CdnState>) => {
    state = { ...state, ...change, version: state.version + 1 };
    return { version: state.version };
  };
  const use = (kind: keyof CdnAllowances, count: number) => {
    const { used, limit } = state.allowances[kind];
    if (used + count > limit) throw new Refusal({ reason: 'cdn-allowance-used', code: '429' });
    state = { ...state, allowances: { ...state.allowances, [kind]: { used: used + count, limit } } };
  };
  const read = (): CdnReply => {
    const { domains, config, version, allowances } = state;
    return {
      ...config,
      domains: [...domains],
      cache: { used: GB, limit: 2 * GB },
      allowances,
      version,
    };
  };
  const samples = (): readonly Reply[] => {
    state = initial();
    return [
      reply(readCdn, read),
      reply(queryCdnStats, ({ body }) => statsOf(queryCdnStats.body.parse(body).range, VISITS)),
      reply(switchCdn, ({ body }) => {
        const { domains, isOn } = switchCdn.body.parse(body);
        return next({
          domains: state.domains.map((one) => (domains.includes(one.name) ? { ...one, isOn } : one)),
        });
      }),
      reply(saveCdnRules, ({ body }) => {
        const { version, ...config } = saveCdnRules.body.parse(body);
        if (version !== state.version) throw new Refusal({ reason: 'config-newer', code: '409' });
        return next({ config });
      }),
      reply(purgeCdn, ({ body }) => {
        const purge = purgeCdn.body.parse(body);
        const count = purge.is === 'all' ? 1 : purge.urls.length;
        use(purge.is, count);
        return { removed: purge.is === 'all' ? 1234 : count, allowances: state.allowances };
      }),
      reply(prefetchCdn, ({ body }) => {
        use('prefetch', prefetchCdn.body.parse(body).urls.length);
        server.give(reply(queryTaskList, [requestTask(8, { taskType: 'CDN_PREFETCH' })]));
        return { taskId: 8 };
      }),
    ];
  };
  const server = await openReplyServer(samples);
  return {
    ...server,
    /** Domains of the host from now on. */
    bind: (...domains: readonly CdnDomain[]) => void (state = { ...state, domains }),
    /** Another page changes the rules. */
    changeElsewhere: (rules: readonly CdnRule[]) =>
      void next({ config: { ...state.config, rules: [...rules] } }),
    state: () => state,
    /** Changes as `path` below `/api/cdn/` and body, in order. */
    sent: () => server.changes().map(({ path, body }) => [path.replace('/api/cdn/', ''), body] as const),
  };
}
