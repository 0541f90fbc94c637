import { RuleTest } from '@sitedeck/contract';
import { z } from 'zod';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';

const List = z.object({
  rules: z.array(z.object({ id: z.number(), name: z.string(), content: z.string() })),
  inForce: z.object({ id: z.number().nullable(), name: z.string(), content: z.string() }).nullable(),
});
const Checked = z.object({
  problems: z.array(z.object({ line: z.number(), column: z.number(), message: z.string() })),
  ownRoot: z.boolean(),
});
const Id = z.object({ id: z.number() });

/** The example from the product's mock-up. */
const RULES = `# WordPress 固定链接
location / {
    try_files $uri $uri/ /index.php?$args;
}

# 旧栏目页改到新分类
rewrite ^/news/([0-9]+)$ /index.php?p=$1 last;
rewrite ^/tag/(.+)$ /index.php?tag=$1 last;

location ~* ^/uploads/.*\\.php$ {
    deny all;
}
`;

describe('rewrite rules of a site', () => {
  let sites: ServedSites;
  let mine: ServedSite;
  let other: ServedSite;

  const save = async (content: string, id?: number) => {
    const reply = await mine.post('config/rewrite/save', { name: 'rules', content, ...(id && { id }) });
    return { answer: reply, id: reply.code === '200' ? Id.parse(reply.res).id : 0 };
  };
  const list = async () => List.parse((await mine.post('config/rewrite/list')).res);
  const set = (id: number) => mine.post(`config/rewrite/set/${id}`);
  const check = async (content: string) =>
    Checked.parse((await mine.post('config/rewrite/check', { content })).res);
  const testRule = async (url: string, content?: string) =>
    RuleTest.parse(
      (await mine.post('config/rewrite/test', { url, ...(content !== undefined && { content }) })).res,
    );

  beforeAll(async () => {
    sites = await serveSites();
    mine = await sites.site('mine');
    other = await sites.site('other');
    for (const site of [mine, other]) {
      await site.put('index.php', '<?php echo $_SERVER["SCRIPT_NAME"], "?", $_SERVER["QUERY_STRING"];');
      await site.put('uploads/a.php', '<?php echo "ran";');
      await site.put('.env', 'SECRET');
    }
  });
  afterAll(() => sites.close());
  afterEach(() => mine.post('config/rewrite/reset'));

  it('saves rules, puts them in force and takes them out of force, for this site alone', async () => {
    const { id } = await save(RULES);
    expect((await list()).inForce).toBeNull();
    expect((await mine.visit('/news/12')).status).toBe(404);
    expect((await set(id)).code).toBe('200');
    expect((await mine.visit('/news/12')).body).toBe('/index.php?p=12');
    expect((await mine.visit('/about?x=1')).body).toBe('/index.php?x=1');
    expect((await mine.visit('/uploads/a.php')).status).toBe(403);
    expect((await mine.visit('/.env')).status).toBe(404);
    expect((await other.visit('/news/12')).status).toBe(404);
    expect((await other.visit('/uploads/a.php')).body).toBe('ran');
    expect((await mine.post('config/rewrite/reset')).code).toBe('200');
    expect((await mine.visit('/news/12')).status).toBe(404);
    expect((await list()).rules.map((rule) => rule.id)).toContain(id);
  });

  it('puts changed rules in force when they are saved, and leaves deleted ones in force', async () => {
    const { id } = await save('rewrite ^/a$ /index.php?v=1 last;');
    await set(id);
    expect((await mine.visit('/a')).body).toBe('/index.php?v=1');
    await save('rewrite ^/a$ /index.php?v=2 last;', id);
    expect((await mine.visit('/a')).body).toBe('/index.php?v=2');
    expect((await mine.post(`config/rewrite/delete/${id}`)).code).toBe('200');
    expect((await mine.visit('/a')).body).toBe('/index.php?v=2');
    const { rules, inForce } = await list();
    expect([rules.some((rule) => rule.id === id), inForce?.id]).toEqual([false, null]);
    expect((await set(id)).reason).toBe('rule-gone');
  });

  it('lets no other host read, set or delete rules', async () => {
    const { id } = await save('rewrite ^/b$ /index.php last;');
    expect((await other.post(`config/rewrite/set/${id}`)).reason).toBe('rule-gone');
    expect((await other.post(`config/rewrite/delete/${id}`)).reason).toBe('rule-gone');
    const stolen = { id, name: 'x', content: '' };
    expect((await other.post('config/rewrite/save', stolen)).reason).toBe('rule-gone');
    expect(List.parse((await other.post('config/rewrite/list')).res).rules).toEqual([]);
  });

  it.each([
    ['a missing semicolon', 'rewrite ^/a$ /b last\nrewrite ^/c$ /d last;', 1],
    ['what is not allowed', 'location / {}\nroot /etc;', 2],
    ['a way out of the site', '\n\nlocation /x { try_files /../../etc/passwd =404; }', 3],
  ])('refuses rules for %s, names the line, and changes nothing', async (_, content, line) => {
    const { id } = await save('rewrite ^/kept$ /index.php?kept last;');
    await set(id);
    const { answer: reply } = await save(content, id);
    expect([reply.code, reply.reason]).toEqual(['400', 'rule-refused']);
    expect(reply.msg).toContain(`Line ${line}:`);
    expect((await check(content)).problems[0]?.line).toBe(line);
    expect((await list()).rules.find((rule) => rule.id === id)?.content).toContain('kept');
    expect((await mine.visit('/kept')).body).toBe('/index.php?kept');
  });

  it('names the line of rules that only nginx refuses', async () => {
    const content = 'charset utf-8;\nrewrite ^/a(b$ /c last;';
    const { problems } = await check(content);
    expect(problems.map(({ line }) => line)).toEqual([2]);
    expect((await save(content)).answer.code).toBe('400');
  });

  it('tests a URL against the live rules or a draft, without a visit to the site', async () => {
    const news = await testRule('/news/12', RULES);
    expect([news.matchedLine, news.outcome]).toEqual([
      7,
      { is: 'script', path: '/index.php', query: 'p=12' },
    ]);
    expect((await testRule('/uploads/a.php', RULES)).outcome).toEqual({ is: 'refused', status: 403 });
    expect((await testRule('/news/12')).outcome).toMatchObject({ is: 'missing' });
    expect((await mine.visit('/news/12')).status).toBe(404);
  });

  it('suggests rules from an .htaccess or from words, and puts none in force', async () => {
    const suggest = (text: string) =>
      mine.owner.request('/api/ai/suggestion/location/config', { method: 'POST', json: { text } });
    const htaccess = await suggest(
      'RewriteEngine On\nRewriteRule ^item-(\\d+)$ index.php?i=$1 [L]\nphp_value x 1',
    );
    expect(htaccess.res).toMatchObject({ by: 'converter', notConverted: [{ line: 3 }] });
    const { content } = z.object({ content: z.string() }).parse(htaccess.res);
    expect((await testRule('/item-7', content)).outcome).toEqual({
      is: 'script',
      path: '/index.php',
      query: 'i=7',
    });
    expect((await suggest('WordPress 伪静态')).res).toMatchObject({ by: 'template', notConverted: [] });
    expect((await suggest('make me a sandwich')).reason).toBe('suggestion-unclear');
    expect((await mine.config()).rewrite).toBeNull();
  });

  it('replaces the server’s root location by the owner’s', async () => {
    expect(await check(RULES)).toEqual({ problems: [], ownRoot: true });
    expect(await check('rewrite ^/a$ /b last;')).toEqual({ problems: [], ownRoot: false });
  });

  it('puts no control character of an address into a header', async () => {
    const { id } = await save(
      'rewrite ^/old/(.*)$ /new/$1 permanent;\nlocation ~ ^/r/(.*)$ { return 301 /s/$1; }',
    );
    await set(id);
    expect((await mine.visit('/r/x')).headers['location']).toContain('/s/x');
    const evil = await mine.visit('/r/x%0d%0aSet-Cookie:%20a=1');
    expect([evil.status, evil.headers['set-cookie']]).toEqual([400, undefined]);
  });
});
