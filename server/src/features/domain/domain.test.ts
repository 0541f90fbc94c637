import { Domain, DOMAINS_MAX, type BindResult } from '@sitedeck/contract';
import { z } from 'zod';
import { movePrimary } from '#sites/api/domains';
import { fingerprintOf, makeCertificate } from '#testing/make-certificate';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';
import { requestOverTls, servedFingerprint } from '#testing/tls-client';

const Bound = z.object({ results: z.array(z.custom<BindResult>()) });
const Listed = z.object({ domains: z.array(Domain) });

describe('the domains of a site', () => {
  let sites: ServedSites;
  let mine: ServedSite;
  let other: ServedSite;
  let count = 0;

  const post = (site: ServedSite, path: string, json: unknown = {}) =>
    site.owner.request(`/api/${path}`, { method: 'POST', json });
  const bind = async (site: ServedSite, domains: readonly string[], more = {}) =>
    Bound.parse((await post(site, 'domain/bind', { domains, ...more })).res).results.map(
      ({ typed, result }) => `${typed} ${result}`,
    );
  const list = async (site: ServedSite) => Listed.parse((await post(site, 'domain/list')).res).domains;
  const names = async (site: ServedSite) => (await list(site)).map(({ name }) => name);
  const visit = (name: string, path = '/') => sites.node.request(name, path);
  const upload = async (site: ServedSite, covered: readonly string[]) => {
    const made = await makeCertificate(covered);
    const reply = await post(site, 'certificate/upload', { certificate: made.chain, privateKey: made.key });
    return { made, reply };
  };

  beforeAll(async () => {
    sites = await serveSites();
  });
  afterAll(() => sites.close());
  beforeEach(async () => {
    count += 1;
    mine = await sites.site(`mine${count}`, 'HTML');
    other = await sites.site(`other${count}`, 'HTML');
  });

  it('binds names in any spelling, and serves them at once', async () => {
    const given = ['WWW.Shop1.example.', '例子.example', '*.wild1.example'];
    expect(await bind(mine, given)).toEqual(given.map((name) => `${name} bound`));
    for (const name of ['www.shop1.example', 'xn--fsqu00a.example', 'any.wild1.example'])
      expect((await visit(name)).status).toBe(200);
    expect(
      (await list(mine)).map(({ name, shown, isPrimary, isWildcard }) => [
        name,
        shown,
        isPrimary,
        isWildcard,
      ]),
    ).toEqual([
      ['www.shop1.example', 'www.shop1.example', true, false],
      ['xn--fsqu00a.example', '例子.example', false, false],
      ['*.wild1.example', '*.wild1.example', false, true],
    ]);
  });

  it('keeps a primary domain if the new one is unbound at the same time', async () => {
    await bind(mine, ['kept-primary.example']);
    await movePrimary(sites.api.test.db, mine.code, 'unbound.example');
    expect((await list(mine)).map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
      ['kept-primary.example', true],
    ]);
  });

  it('reports each name that cannot be bound, and binds the others', async () => {
    const given = [
      'good.example',
      'good.example',
      'a b.example',
      'a.example\nb.example',
      '*',
      '127.0.0.1',
      '[::1]',
      'аpple.example',
      'localhost',
      'x.localhost',
      'console.example.com',
      'a.console.example.com',
      '*.example.com',
      'preview.example.net',
      '*.com.cn',
      '*.github.io',
      `${'a'.repeat(300)}.example`,
    ];
    expect(await bind(mine, given)).toEqual([
      'good.example bound',
      'good.example already',
      'a b.example form',
      'a.example\nb.example form',
      '* wildcard',
      '127.0.0.1 address',
      '[::1] address',
      'аpple.example script',
      'localhost form',
      'x.localhost reserved',
      'console.example.com reserved',
      'a.console.example.com reserved',
      '*.example.com reserved',
      'preview.example.net reserved',
      '*.com.cn reserved',
      '*.github.io reserved',
      `${'a'.repeat(300)}.example length`,
    ]);
    expect(await names(mine)).toEqual(['good.example']);
  });

  it('binds the pair with and without www', async () => {
    expect(await bind(mine, ['pair.example', 'www.other-pair.example'], { withWww: true })).toEqual([
      'pair.example bound',
      'www.pair.example bound',
      'www.other-pair.example bound',
      'other-pair.example bound',
    ]);
  });

  it('changes nothing in a dry run', async () => {
    expect(await bind(mine, ['dry.example'], { dryRun: true })).toEqual(['dry.example bound']);
    expect(await names(mine)).toEqual([]);
    expect((await visit('dry.example')).status).toBe(421);
  });

  it('refuses names that clash with a domain or wildcard of another host', async () => {
    await bind(other, ['taken.example', '*.covered.example', 'one.inside.example']);
    const given = [
      'taken.example',
      'x.covered.example',
      '*.inside.example',
      'covered.example',
      'x.y.covered.example',
    ];
    const expected = [
      'taken.example taken',
      'x.covered.example taken',
      '*.inside.example taken',
      'covered.example bound',
      'x.y.covered.example bound',
    ];
    expect(await bind(mine, given, { dryRun: true })).toEqual(expected);
    expect(await bind(mine, given)).toEqual(expected);
  });

  it('binds a name that two hosts request at once to exactly one of them, also under a wildcard', async () => {
    const wanted = Array.from({ length: 6 }, (_, index) => `race${index}.example`);
    const both = await Promise.all([
      ...wanted.map((name) => bind(mine, [`x.${name}`])),
      ...wanted.map((name) => bind(other, [`*.${name}`])),
    ]);
    const won = both.flat().filter((line) => line.endsWith(' bound'));
    expect(won).toHaveLength(wanted.length);
    expect((await names(mine)).length + (await names(other)).length).toBe(wanted.length);
  });

  it('refuses more domains than a host may have, and binds none of them', async () => {
    const many = Array.from({ length: DOMAINS_MAX }, (_, index) => `n${index}.many.example`);
    await bind(mine, ['first.many.example']);
    const reply = await post(mine, 'domain/bind', { domains: many });
    expect([reply.code, reply.res]).toEqual(['400', expect.objectContaining({ reason: 'domain-too-many' })]);
    expect(await names(mine)).toEqual(['first.many.example']);
  });

  it('unbinds a domain with its settings and makes the next one primary', async () => {
    await bind(mine, ['first.example']);
    await bind(mine, ['second.example', '*.third.example']);
    await upload(mine, ['first.example']);
    expect((await post(mine, 'domain/https', { domains: ['first.example'], hstsDays: 30 })).code).toBe('200');
    expect((await post(mine, 'domain/unbind', { domains: ['first.example'] })).code).toBe('200');
    expect((await visit('first.example')).status).toBe(421);
    expect((await list(mine)).map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
      ['second.example', true],
      ['*.third.example', false],
    ]);
    expect((await mine.config()).names).toEqual([]);
    expect((await post(mine, 'domain/unbind', { domains: ['first.example'] })).code).toBe('404');
  });

  it('makes another domain primary, but no wildcard and no domain of another host', async () => {
    await bind(mine, ['p1.example', 'p2.example', '*.p3.example']);
    await bind(other, ['p4.example']);
    expect((await post(mine, 'domain/primary', { domain: 'P2.example' })).code).toBe('200');
    expect((await names(mine))[0]).toBe('p2.example');
    expect((await post(mine, 'domain/primary', { domain: '*.p3.example' })).code).toBe('400');
    expect((await post(mine, 'domain/primary', { domain: 'p4.example' })).code).toBe('404');
    expect((await post(mine, 'domain/unbind', { domains: ['p4.example'] })).code).toBe('404');
    expect(await names(other)).toEqual(['p4.example']);
  });

  it('forces HTTPS for a domain with a certificate, and refuses it without one', async () => {
    await bind(mine, ['secure.example', 'plain.example']);
    const { made } = await upload(mine, ['secure.example']);
    const force = (domain: string) => post(mine, 'domain/https', { domains: [domain], forcesHttps: true });
    expect((await force('plain.example')).code).toBe('400');
    expect((await force('secure.example')).code).toBe('200');
    const reply = await visit('secure.example', '/a?b=1');
    expect([reply.status, reply.headers['location']]).toEqual([
      301,
      `https://secure.example:${sites.node.tlsPort}/a?b=1`,
    ]);
    expect((await visit('plain.example')).status).toBe(200);
    expect(await servedFingerprint(sites.node.tlsPort, 'secure.example')).toBe(fingerprintOf(made.chain));
    expect((await requestOverTls({ port: sites.node.tlsPort, name: 'secure.example' })).status).toBe(200);
  });

  it('refuses forced HTTPS that loops with a redirect to plain HTTP, in either order', async () => {
    await bind(mine, ['loop.example']);
    await upload(mine, ['loop.example']);
    const force = (forcesHttps: boolean) =>
      post(mine, 'domain/https', { domains: ['loop.example'], forcesHttps });
    const redirect = { source: 'loop.example', target: 'http://loop.example', keepPath: true };
    const plain = { source: 'loop.example/x', target: 'http://loop.example/y' };
    expect((await post(mine, 'vhost/redirect/add', plain)).code).toBe('200');
    expect((await force(true)).code).toBe('200');
    expect((await post(mine, 'vhost/redirect/add', redirect)).code).toBe('400');
    await force(false);
    expect(
      (await post(mine, 'vhost/redirect/add', { ...redirect, target: 'https://loop.example' })).code,
    ).toBe('200');
    expect((await force(true)).code).toBe('200');
    expect((await visit('loop.example', '/a')).headers['location']).toMatch(/^https:\/\/loop\.example/);
  });

  it('restores HTTPS settings with a version, but leaves remark and primary domain as they are', async () => {
    await bind(mine, ['kept.example']);
    await upload(mine, ['kept.example']);
    const before = Listed.extend({ version: z.number() }).parse((await post(mine, 'domain/list')).res);
    await post(mine, 'domain/https', { domains: ['kept.example'], hstsDays: 10 });
    expect((await list(mine))[0]?.hstsDays).toBe(10);
    await post(mine, 'domain/remark', { domain: 'kept.example', remark: 'main site' });
    expect((await mine.post(`config/revert/${before.version}`)).code).toBe('200');
    const [domain] = await list(mine);
    expect([domain?.hstsDays, domain?.remark, domain?.isPrimary]).toEqual([null, 'main site', true]);
  });
});
