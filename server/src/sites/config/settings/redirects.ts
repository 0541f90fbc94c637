import {
  faultMessage,
  Redirect,
  REDIRECT_SEGMENTS_MAX,
  REDIRECTS_MAX,
  type Locale,
  type SiteConfig,
} from '@sitedeck/contract';
import { isRenderable } from '#system/nginx/sites/site-redirects';
import { readRule, type RedirectRule } from '#system/redirects/rule';
import { readSource, sourceKey } from '#system/redirects/source';
import { indexRules, followRedirects, type SiteNames } from '#system/redirects/follow';
import { isRefusal, Refusal } from '#faults/refusal';

/** A redirect as the user enters it; absent switches are off. */
export interface RedirectDraft {
  readonly source: string;
  readonly target: string;
  readonly keepPath?: boolean | undefined;
  readonly keepQuery?: boolean | undefined;
}

/** Browsers give up after twenty. */
const HOPS_MAX = 20;
/** How many addresses of a chain the refusal names. */
const SHOWN_HOPS = 6;
const SHOWN_MAX = 200;
/**
 * Total length of the addresses that the check of one change may follow, characters; each address counts
 * `FOLLOWED_EACH` more.
 */
const FOLLOWED_MAX = 5_000_000;
const FOLLOWED_EACH = 16;

const shown = (text: string): string => text.slice(0, SHOWN_MAX);

/** Lowercases the domain and drops the scheme; the path stays as entered. */
function tidySource(text: string): string {
  const plain = text.trim().replace(/^https?:\/\//i, '');
  const slash = plain.indexOf('/');
  return slash === -1 ? plain.toLowerCase() : plain.slice(0, slash).toLowerCase() + plain.slice(slash);
}

/** Checks only new redirects: stored ones may have more segments. */
function refuseDeep(field: 'source' | 'target', path = ''): void {
  if (path.split('/').length - 1 > REDIRECT_SEGMENTS_MAX)
    throw new Refusal('redirect-too-deep', { field, values: { max: REDIRECT_SEGMENTS_MAX } });
}

/** Refuses with `redirect-source-refused`, `redirect-target-refused`, `redirect-too-long` or `redirect-too-deep`. */
export function redirectOfDraft(draft: RedirectDraft): RedirectRule {
  const redirect: Redirect = {
    source: tidySource(draft.source),
    target: draft.target.trim(),
    keepPath: draft.keepPath === true,
    keepQuery: draft.keepQuery === true,
  };
  const rule = readRule(redirect);
  if (rule === 'source')
    throw new Refusal('redirect-source-refused', {
      field: 'source',
      values: { source: shown(draft.source) },
    });
  if (rule === 'target')
    throw new Refusal('redirect-target-refused', {
      field: 'target',
      values: { target: shown(draft.target) },
    });
  if (!Redirect.safeParse(redirect).success || !isRenderable(redirect))
    throw new Refusal('redirect-too-long', { field: 'source' });
  refuseDeep('source', rule.source.path);
  refuseDeep('target', rule.target.path);
  return rule;
}

/** The valid rules of a document. Invalid ones, written without the API, are left to the check of nginx. */
export const rulesOf = ({ redirects }: Pick<SiteConfig, 'redirects'>): RedirectRule[] =>
  redirects.map(readRule).filter((rule) => typeof rule !== 'string');

const keyOf = (source: string): string => {
  const read = readSource(source);
  return read ? sourceKey(read) : source;
};

/** Addresses to follow: the source of every rule, and one path below it if the rule keeps the rest. */
function* starts(rules: readonly RedirectRule[], { names }: SiteNames): Generator<URL> {
  const named = new Set(rules.flatMap(({ source }) => source.domain ?? []));
  const targets = new Set(rules.map(({ target }) => target.origin.replace(/^https?:\/\//, '')));
  // Names without a rule of their own all redirect the same way, so following the first one covers them.
  const own = names.filter((name, index) => index === 0 || named.has(name) || targets.has(name));
  for (const { source, kept } of rules) {
    const domains = source.domain === undefined ? own : own.filter((name) => name === source.domain);
    for (const domain of domains) {
      const base = `http://${domain}${source.path ?? '/'}`;
      yield new URL(base);
      if (kept) yield new URL(`${base.replace(/\/$/, '')}/x`);
    }
  }
}

/** Refuses with `redirect-loops` and the chain of URLs, or with `redirects-tangled` if following takes too long. */
function refuseLoopingRules(rules: readonly RedirectRule[], site: SiteNames): void {
  const index = indexRules(rules);
  const known = new Set<string>();
  let followed = 0;
  for (const from of starts(rules, site)) {
    const { hops, end } = followRedirects(index, site, { from, most: HOPS_MAX, known });
    if (end === 'loop') {
      const chain = [
        ...hops.slice(0, SHOWN_HOPS).map(({ url }) => url),
        hops[SHOWN_HOPS - 1]?.to ?? hops.at(-1)?.to,
      ];
      const words = chain.filter((url) => url !== undefined).map(shown);
      throw new Refusal('redirect-loops', { field: 'target', values: { chain: words.join(' → ') } });
    }
    for (const { url } of hops) known.add(url);
    followed += hops.reduce(
      (sum, { to }) => sum + to.length + FOLLOWED_EACH,
      from.href.length + FOLLOWED_EACH,
    );
    if (followed > FOLLOWED_MAX) throw new Refusal('redirects-tangled', { field: 'target' });
  }
}

/** Names that redirect HTTP to HTTPS before any other rule. */
const namesForcedToHttps = ({ names }: SiteConfig): readonly string[] =>
  names.flatMap(({ name, forcesHttps }) => (forcesHttps ? [name] : []));

/** Refuses a document whose redirects loop, as `refuseLoopingRules` does. */
export const refuseLoops = (document: SiteConfig, site: SiteNames): void =>
  refuseLoopingRules(rulesOf(document), { ...site, forced: namesForcedToHttps(document) });

const withRulesChecked = (
  document: SiteConfig,
  rules: readonly RedirectRule[],
  site: SiteNames,
): SiteConfig => {
  refuseLoopingRules(rules, { ...site, forced: namesForcedToHttps(document) });
  return { ...document, redirects: rules.map(({ redirect }) => redirect) };
};

function refuseTaken(taken: Set<string>, { source, redirect }: RedirectRule): void {
  const key = sourceKey(source);
  if (taken.has(key))
    throw new Refusal('redirect-taken', { field: 'source', values: { source: shown(redirect.source) } });
  taken.add(key);
}

function refuseFull(count: number): void {
  if (count > REDIRECTS_MAX) throw new Refusal('redirects-full', { values: { max: REDIRECTS_MAX } });
}

/** Appends a redirect. */
export function withRedirect(document: SiteConfig, draft: RedirectDraft, site: SiteNames): SiteConfig {
  const kept = rulesOf(document);
  const rule = redirectOfDraft(draft);
  refuseTaken(new Set(kept.map(({ source }) => sourceKey(source))), rule);
  refuseFull(kept.length + 1);
  return withRulesChecked(document, [...kept, rule], site);
}

/** Replaces the redirect of a source at its position. Refuses with `redirect-gone`. */
export function withChangedRedirect(
  document: SiteConfig,
  { source, redirect }: { readonly source: string; readonly redirect: RedirectDraft },
  site: SiteNames,
): SiteConfig {
  const stored = rulesOf(document);
  const changed = keyOf(tidySource(source));
  const position = stored.findIndex((one) => sourceKey(one.source) === changed);
  if (position === -1) throw goneRedirect(source);
  const rule = redirectOfDraft(redirect);
  refuseTaken(new Set(stored.toSpliced(position, 1).map((one) => sourceKey(one.source))), rule);
  return withRulesChecked(document, stored.with(position, rule), site);
}

const goneRedirect = (source: string): Refusal =>
  new Refusal('redirect-gone', { field: 'source', values: { source: shown(source) } });

/** The message of a refusal in each language, for quotation in another message. */
function wordsOf({ reason, detail }: Refusal): Readonly<Record<Locale, string>> {
  const text = (locale: Locale) => {
    const values = Object.entries(detail.values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[locale] : value,
    ]);
    return faultMessage(reason, locale, Object.fromEntries(values) as Record<string, string | number>);
  };
  return { 'zh-CN': text('zh-CN'), 'en-US': text('en-US') };
}

function inRow<T>(row: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Refusal('redirect-row', { field: 'redirects', values: { row, why: wordsOf(error) } });
  }
}

/**
 * Adds all redirects or none: refuses with `redirect-row` and the first invalid one. `replace` drops the stored
 * redirects.
 */
export function withRedirects(
  document: SiteConfig,
  { redirects, replace }: { readonly redirects: readonly RedirectDraft[]; readonly replace: boolean },
  site: SiteNames,
): SiteConfig {
  const kept = replace ? [] : rulesOf(document);
  const taken = new Set(kept.map(({ source }) => sourceKey(source)));
  refuseFull(kept.length + redirects.length);
  const added = redirects.map((draft, index) =>
    inRow(index + 1, () => {
      const rule = redirectOfDraft(draft);
      refuseTaken(taken, rule);
      return rule;
    }),
  );
  return withRulesChecked(document, [...kept, ...added], site);
}

/** Refuses with `redirect-gone`. */
export function withoutRedirect(document: SiteConfig, source: string): SiteConfig {
  const key = keyOf(tidySource(source));
  const redirects = document.redirects.filter((redirect) => keyOf(redirect.source) !== key);
  if (redirects.length === document.redirects.length) throw goneRedirect(source);
  return { ...document, redirects };
}

/** Reorders the redirects. Refuses with `redirect-order-refused` unless every source is named exactly once. */
export function withRedirectOrder(
  document: SiteConfig,
  sources: readonly string[],
  site: SiteNames,
): SiteConfig {
  const bySource = new Map(rulesOf(document).map((rule) => [sourceKey(rule.source), rule]));
  const keys = sources.map((source) => keyOf(tidySource(source)));
  const rules = [...new Set(keys)].flatMap((key) => bySource.get(key) ?? []);
  if (rules.length !== document.redirects.length || keys.length !== rules.length)
    throw new Refusal('redirect-order-refused', { field: 'sources' });
  return withRulesChecked(document, rules, site);
}
