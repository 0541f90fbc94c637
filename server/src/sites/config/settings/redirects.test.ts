import { REDIRECTS_MAX, REDIRECT_SEGMENTS_MAX, SiteConfig } from '@sitedeck/contract';
import { indexRules, firstRedirect } from '#system/redirects/follow';
import { isRefusal } from '#faults/refusal';
import {
  rulesOf,
  withChangedRedirect,
  withRedirect,
  withRedirectOrder,
  withRedirects,
  type RedirectDraft,
} from './redirects';

const SITE = { names: ['mine.localhost'], port: '8081' };
const FRESH = SiteConfig.parse({ language: 'PHP', documents: ['index.html'] });
const FULL = Array.from({ length: REDIRECTS_MAX }, (_, n) => n);

const withAll = (redirects: readonly RedirectDraft[]) =>
  withRedirects(FRESH, { redirects, replace: false }, SITE);

function refusalOf(act: () => unknown): [string, string | undefined] | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.reason, error.detail.field];
  }
}

it('refuses a path of more segments than a redirect may have', () => {
  const deepest = '/a'.repeat(REDIRECT_SEGMENTS_MAX);
  const add = (source: string, target: string) => () => withRedirect(FRESH, { source, target }, SITE);
  expect(add(deepest, `https://new.example${deepest}`)().redirects).toHaveLength(1);
  expect(refusalOf(add(`${deepest}/a`, '/x'))).toEqual(['redirect-too-deep', 'source']);
  expect(refusalOf(add('/x', `${deepest}/a`))).toEqual(['redirect-too-deep', 'target']);
  expect(refusalOf(add('/x', `https://new.example${deepest}/`))).toEqual(['redirect-too-deep', 'target']);
});

it('applies stored paths that are longer than the limit, and accepts further redirects', () => {
  const deep = '/a'.repeat(500);
  const kept = { source: deep, target: '/new', keepPath: true, keepQuery: false };
  const document = withRedirect({ ...FRESH, redirects: [kept] }, { source: '/x', target: '/y' }, SITE);
  const index = indexRules(rulesOf(document));
  const leads = (path: string) =>
    firstRedirect(index, { isTls: false, host: 'mine.localhost', address: path })?.location;
  expect([`${deep}/b//c%2f`, `${deep}/`, deep, `${deep}b`, '/x'].map(leads)).toEqual([
    '/new/b//c%2f',
    '/new/',
    '/new',
    undefined,
    '/y',
  ]);
  expect(withRedirectOrder(document, ['/x', deep], SITE).redirects.at(1)).toEqual(kept);
});

it('appends the rest of a requested path in its original spelling', () => {
  const document = withAll([
    { source: '/旧', target: '/new/', keepPath: true },
    { source: '/s/', target: 'https://new.example', keepPath: true },
  ]);
  const index = indexRules(rulesOf(document));
  const leads = (path: string) =>
    firstRedirect(index, { isTls: false, host: 'mine.localhost', address: path })?.location;
  expect(['/%e6%97%a7/%e4%b8%ad!', '/旧', '/s', '/s/', '/s//evil.example'].map(leads)).toEqual([
    '/new/%e4%b8%ad!',
    '/new/',
    undefined,
    'https://new.example/',
    'https://new.example/evil.example',
  ]);
});

it('refuses too many redirects before it checks any', () => {
  const many = [...FULL, 'one more'].map(() => ({ source: '?', target: '?' }));
  expect(refusalOf(() => withAll(many))?.[0]).toBe('redirects-full');
});

/** Long redirects, each of which leads to an equally long address by as many hops as a browser follows. */
const tangled = FULL.map((n) => {
  const long = `/${'a'.repeat(30)}`.repeat(60);
  if (n < 18) return { source: `/c${n}`, target: `/c${n + 1}`, keepPath: true };
  return { source: `/s${n}${long}`, target: `/c0/${n}${long}`, keepPath: true };
});

it('accepts the maximum of direct redirects, and refuses long chains among them', () => {
  const straight = FULL.map((n) => ({
    source: `/${n}${'/a!'.repeat(REDIRECT_SEGMENTS_MAX - 1)}`,
    target: `/new/${n}`,
    keepPath: true,
  }));
  expect(withAll(straight).redirects).toHaveLength(REDIRECTS_MAX);
  expect(refusalOf(() => withAll(tangled))).toEqual(['redirects-tangled', 'target']);
});

describe('a changed redirect', () => {
  const deep = { source: '/a'.repeat(500), target: '/new', keepPath: true, keepQuery: false };
  const [one, two] = withAll([
    { source: '/one', target: '/1' },
    { source: '/two', target: '/2' },
  ]).redirects;
  const stored = { ...FRESH, redirects: [one, deep, two].filter((kept) => kept !== undefined) };
  const change = (source: string, redirect: RedirectDraft) =>
    withChangedRedirect(stored, { source, redirect }, SITE);

  it('keeps its position, and longer stored paths of others', () => {
    const { redirects } = change('/one', { source: '/uno', target: '/1', keepQuery: true });
    expect(redirects).toEqual([
      { source: '/uno', target: '/1', keepPath: false, keepQuery: true },
      deep,
      two,
    ]);
  });

  it.each([
    ['redirect-taken', '/one', { source: '/two', target: '/1' }],
    ['redirect-loops', '/one', { source: '/one', target: '/one' }],
    ['redirect-gone', '/gone', { source: '/one', target: '/1' }],
  ])('is refused with %s', (reason, source, redirect) => {
    expect(refusalOf(() => change(source, redirect))?.[0]).toBe(reason);
  });
});
