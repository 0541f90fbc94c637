import { coversName, type SiteConfig } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { HostFacts } from '#sites/host-scope';

/** Bound domains with CDN on. */
export const edgeNames = ({ domains }: HostFacts, { names }: SiteConfig): readonly string[] =>
  domains.filter((domain) => names.some(({ name, cdn }) => cdn && name === domain));

/** Longest percent-encoded URL: about what browsers and nginx accept. */
const ENCODED_MAX = 8000;

/**
 * Typed URLs as a browser would send them. Refuses with `cdn-nowhere-on`, `cdn-url-invalid`, and `cdn-url-foreign` if the
 * edge does not serve the domain.
 */
export function edgeUrls(typed: readonly string[], names: readonly string[]): readonly string[] {
  if (names.length === 0) throw new Refusal('cdn-nowhere-on');
  const urls = typed.map((text) => {
    const values = { url: text.slice(0, 200) };
    const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (!url || url.username !== '' || url.href.length > ENCODED_MAX)
      throw new Refusal('cdn-url-invalid', { field: 'urls', values });
    if (!names.some((name) => coversName(name, url.hostname)))
      throw new Refusal('cdn-url-foreign', { field: 'urls', values });
    return `${url.origin}${url.pathname}${url.search}`;
  });
  return [...new Set(urls)];
}
