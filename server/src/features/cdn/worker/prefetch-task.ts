import type { z } from 'zod';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { HIT_STATUSES } from '#system/edge/cache-status';
import { prefetchTask, type PrefetchPayload } from '../tasks';
import { fetchPage, type SitesAddress } from '#system/edge/fetch-page';

type Context = TaskContext<z.infer<typeof PrefetchPayload>>;

/** Concurrent requests; few, to spare the site. */
const AT_ONCE = 2;
/** URLs that the result lists. */
const LISTED_MAX = 20;

/** Encodings that browsers request: `br` over HTTPS only. */
const encodingsOf = ({ protocol }: URL): readonly string[] =>
  protocol === 'https:' ? ['br', 'gzip'] : ['gzip'];

type Outcome =
  | { readonly is: 'cached'; readonly bytes: number }
  /** The headers of the origin or a rule do not allow caching. */
  | { readonly is: 'not-cached'; readonly bytes: number }
  | { readonly is: 'failed'; readonly status: number };

const HITS: ReadonlySet<string> = new Set(HIT_STATUSES);

async function load(sites: SitesAddress, url: URL, signal: AbortSignal): Promise<Outcome> {
  let bytes = 0;
  let isCached = true;
  for (const encoding of encodingsOf(url)) {
    const page = await fetchPage(sites, url, { method: 'GET', encoding, signal });
    if (page.status >= 400) return { is: 'failed', status: page.status };
    bytes += page.bytes;
    const { cache = '' } = HITS.has(page.cache ?? '')
      ? page
      : await fetchPage(sites, url, { method: 'HEAD', encoding, signal });
    isCached &&= HITS.has(cache);
  }
  return { is: isCached ? 'cached' : 'not-cached', bytes };
}

async function run(sites: SitesAddress, { payload, signal, progress, step }: Context) {
  const left = [...payload.urls];
  const outcomes = new Map<string, Outcome>();
  const report = (current?: string) => {
    const all = [...outcomes.values()];
    const sum = all.reduce((bytes, one) => bytes + (one.is === 'failed' ? 0 : one.bytes), 0);
    const filesFailed = all.filter(({ is }) => is === 'failed').length;
    progress({ files: all.length, filesTotal: payload.urls.length, filesFailed, bytes: sum, current });
  };
  const work = async () => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) {
      signal.throwIfAborted();
      report(url);
      const outcome = await load(sites, new URL(url), signal).catch((error: unknown): Outcome => {
        signal.throwIfAborted();
        if (error instanceof Error) return { is: 'failed', status: 0 };
        throw error;
      });
      outcomes.set(url, outcome);
    }
  };
  await step('prefetch', async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  report();
  const urlsOf = (is: Outcome['is']) => [...outcomes].filter(([, one]) => one.is === is).map(([url]) => url);
  return {
    objectName: payload.objectName,
    kept: urlsOf('cached').length,
    notKept: urlsOf('not-cached').slice(0, LISTED_MAX),
    failed: urlsOf('failed').slice(0, LISTED_MAX),
  };
}

/** CDN_PREFETCH: requests each URL through the edge, as browsers would. */
export const implementPrefetch = (sites: SitesAddress): ImplementedTask =>
  implementTask(prefetchTask, { run: (context) => run(sites, context), cleanup: () => Promise.resolve() });
