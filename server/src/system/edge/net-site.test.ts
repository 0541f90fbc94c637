import { SiteConfig } from '@sitedeck/contract';
import { DEFAULT_DOCUMENTS } from '#system/site/site';
import { cacheRule, serveEdge, type EdgeSite } from '#testing/edge-site';
import { aspxPage } from '#testing/net-sites';
import type { TestNode } from '#testing/node-engines';

/** Every reply is unique; `public` allows caching, `h` a header line, `age` a cache time, `secret` sets `no-store`. */
const CODE = `
  if (Request.QueryString["public"] != null) Response.Cache.SetCacheability(HttpCacheability.Public);
  if (Request.QueryString["age"] != null) Response.Cache.SetMaxAge(TimeSpan.FromSeconds(60));
  if (Request.QueryString["secret"] != null) Response.Cache.SetNoStore();
  var line = Request.QueryString["h"];
  if (line != null) Response.AppendHeader(line.Split(':')[0], line.Split(':')[1].Trim());
  Response.Write(Guid.NewGuid() + "|" + Request.UserHostAddress + "|" + Request.ServerVariables["HTTP_HOST"] + "|");
  foreach (var name in Request.Headers.AllKeys) if (name.StartsWith("X-Edge", StringComparison.OrdinalIgnoreCase)) Response.Write(name);
`;
/** A page with session state sends a cookie to each new visitor. */
const PAGE = `<%@ Page Language="C#" EnableSessionState="false" %><% ${CODE} %>`;

describe('the edge cache of a .NET site', () => {
  let node: TestNode;
  let site: EdgeSite;

  beforeAll(async () => {
    const rules = [
      cacheRule(1, { is: 'path', path: '/cached.aspx' }),
      cacheRule(4, { is: 'path', path: '/session/*' }),
      cacheRule(2, { is: 'path', path: '/private.aspx' }, { cachesPrivate: true }),
      cacheRule(3, { is: 'suffix', suffixes: ['css'] }),
    ];
    const net = SiteConfig.parse({ language: 'NET', documents: DEFAULT_DOCUMENTS.NET });
    const edge = await serveEdge(rules, ['vhnet'], { site: net });
    if (!edge.node.engines.mono) throw new Error('Mono is not installed');
    node = edge.node;
    const [only] = edge.sites;
    if (!only) throw new Error('no site');
    site = only;
    for (const path of ['cached.aspx', 'private.aspx', 'other.aspx']) await site.put(path, PAGE);
    await site.put('session/cached.aspx', aspxPage(CODE));
    await site.put('style.css', 'a { b: c }');
  });
  afterAll(() => node.close());

  /** ASP.NET sends `Cache-Control: private` unless a page says otherwise. */
  const PUBLIC = '/cached.aspx?public=1';
  const header = (line: string) => `&h=${encodeURIComponent(line)}`;

  it('caches pages by rules, else by their headers', async () => {
    expect(await site.twice(PUBLIC)).toEqual(['MISS', 'HIT']);
    expect(await site.twice('/cached.aspx')).toEqual(['MISS', 'MISS']);
    expect(await site.twice('/private.aspx')).toEqual(['MISS', 'HIT']);
    expect(await site.twice('/other.aspx?public=1')).toEqual(['MISS', 'MISS']);
    expect(await site.twice('/other.aspx?public=1&age=1')).toEqual(['MISS', 'HIT']);
    expect(await site.twice('/style.css')).toEqual(['MISS', 'HIT']);
    const [first, second] = [await site.ask(PUBLIC), await site.ask(PUBLIC)];
    expect(first.status).toBe(200);
    expect(second.body.equals(first.body)).toBe(true);
  });

  it.each([[header('Set-Cookie: a=1')], ['&secret=1'], [header('Vary: Accept-Language')]])(
    'never caches the reply to %s',
    async (asked) => {
      const first = await site.ask(PUBLIC + asked);
      expect([first.status, first.headers['x-cache']]).toEqual([200, 'MISS']);
      expect((await site.ask(PUBLIC + asked)).headers['x-cache']).toBe('MISS');
    },
  );

  it('never caches a page with session state', async () => {
    const first = await site.ask('/session/cached.aspx?public=1');
    expect(first.headers['set-cookie']).toEqual([expect.stringContaining('ASP.NET_SessionId')]);
    expect(await site.twice('/session/cached.aspx?public=1')).toEqual(['MISS', 'MISS']);
  });

  it('bypasses the cache for signed-in visitors, and caches none of their replies', async () => {
    for (const headers of [{ cookie: 'ASP.NET_SessionId=a' }, { authorization: 'Basic eDp5' }])
      expect(await site.twice(`${PUBLIC}&signed`, headers)).toEqual(['BYPASS', 'BYPASS']);
    expect(await site.twice(`${PUBLIC}&signed`)).toEqual(['MISS', 'HIT']);
  });

  it('does not cache a page under the suffix of a file', async () => {
    expect(await site.twice('/other.aspx/x.css')).toEqual(['MISS', 'MISS']);
  });

  it('passes address and name of the visitor to the program, without internal headers', async () => {
    const { body } = await site.ask(`${PUBLIC}&visitor`, { 'x-edge-address': '9.9.9.9' });
    expect(body.toString().split('|').slice(1)).toEqual(['127.0.0.1', 'vhnet.example', '']);
  });

  it('gets a changed page after a purge', async () => {
    const old = await site.ask(`${PUBLIC}&purged`);
    await node.hosts.edge.purgeAll(site.site.hostCode);
    const now = await site.ask(`${PUBLIC}&purged`);
    expect([now.headers['x-cache'], now.body.equals(old.body)]).toEqual(['MISS', false]);
  });
});
