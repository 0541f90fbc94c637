import { z } from 'zod';
import type { IcpFiling } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { readReply } from '#system/egress/read-reply';

/** Looks up ICP filings. Domains that the adapter does not report are absent. Refuses with `icp-unavailable`. */
export type IcpLookup = (domains: readonly string[]) => Promise<readonly IcpFiling[]>;

interface IcpLookupParts {
  /** The adapter, set by the operator: replies to `POST {domains}` with `{domains: [{domain, number}]}`. */
  readonly url: string;
  readonly token: string | undefined;
  readonly now: () => number;
}

const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;
/** A filing rarely changes; a missing one may be granted any day. */
const CACHE_MS = { found: 24 * HOUR_MS, none: HOUR_MS };
const CACHE_MAX = 10_000;
const NUMBER_MAX = 64;
const REPLY_MAX_BYTES = 256 * 1024;

const Reply = z.object({
  domains: z.array(z.object({ domain: z.string(), number: z.string().max(NUMBER_MAX).nullable() })).max(1000),
});

/** Caches replies. */
class Cache {
  private readonly entries = new Map<string, { readonly filing: IcpFiling; readonly until: number }>();

  constructor(private readonly now: () => number) {}

  get(domain: string): IcpFiling | undefined {
    const found = this.entries.get(domain);
    return found && found.until > this.now() ? found.filing : undefined;
  }

  set(filing: IcpFiling): void {
    const [oldest] = this.entries.keys();
    if (this.entries.size >= CACHE_MAX && oldest !== undefined) this.entries.delete(oldest);
    this.entries.delete(filing.domain);
    const until = this.now() + (filing.number === null ? CACHE_MS.none : CACHE_MS.found);
    this.entries.set(filing.domain, { filing, until });
  }
}

export function icpLookup({ url, token, now }: IcpLookupParts): IcpLookup {
  const cache = new Cache(now);
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const request = async (domains: readonly string[]): Promise<readonly IcpFiling[]> => {
    const reply = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ domains }),
      // A redirect would send the token to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const text = await readReply(reply, REPLY_MAX_BYTES);
    if (text === undefined) throw new Error('reply too large');
    return Reply.parse(JSON.parse(text)).domains.filter(({ domain }) => domains.includes(domain));
  };
  return async (domains) => {
    const missing = domains.filter((domain) => cache.get(domain) === undefined);
    if (missing.length > 0) {
      const filings = await request(missing).catch(() => {
        throw new Refusal('icp-unavailable');
      });
      for (const filing of filings) cache.set(filing);
    }
    return domains.flatMap((domain) => cache.get(domain) ?? []);
  };
}
