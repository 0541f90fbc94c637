import { z } from 'zod';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';

const History = z.object({
  total: z.number(),
  versions: z.array(
    z.object({
      version: z.number(),
      operator: z.string(),
      role: z.string().nullable(),
      action: z.string(),
      differences: z.array(
        z.object({ field: z.string(), before: z.string().optional(), after: z.string().optional() }),
      ),
    }),
  ),
});
const Version = z.object({ version: z.number() });
const Image = z.object({ image: z.string() });
const HomePage = z.object({
  documents: z.array(z.object({ name: z.string(), exists: z.boolean() })),
  standard: z.array(z.string()),
});

describe('the site configuration', () => {
  let sites: ServedSites;
  let mine: ServedSite;
  let other: ServedSite;

  const history = async () => History.parse((await mine.post('config/history', {})).res);
  const version = async () => Version.parse((await mine.post('config/read', {})).res).version;
  const setHome = (docs: unknown, query = '') => mine.post(`setDefaultHomePage${query}`, { docs });

  beforeAll(async () => {
    sites = await serveSites();
    mine = await sites.site('mine');
    other = await sites.site('other');
    for (const site of [mine, other]) {
      await site.put('index.html', 'html');
      await site.put('start.html', 'start');
    }
  });
  afterAll(() => sites.close());
  afterEach(async () => {
    await mine.post('clearConfig');
  });

  it('serves the first default document that exists, for this site alone', async () => {
    expect((await mine.visit('/')).body).toBe('html');
    expect((await setHome(['missing.html', 'start.html', 'index.html'])).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('start');
    expect((await other.visit('/')).body).toBe('html');
    const page = HomePage.parse((await mine.post('homePage')).res);
    expect(page.documents).toEqual([
      { name: 'missing.html', exists: false },
      { name: 'start.html', exists: true },
      { name: 'index.html', exists: true },
    ]);
    expect(page.standard).toContain('index.php');
  });

  it.each([
    '../index.html',
    '/etc/passwd',
    'a/b.html',
    '.htaccess',
    '-x',
    'a b.html',
    'a;b',
    'a{b',
    'a"b',
    "a'b",
    'a\nb',
    'a\\b',
    '$host',
    'a..b',
    'x'.repeat(101),
    '~^.*',
  ])('refuses %j as a default document and leaves everything as it was', async (name) => {
    const before = await version();
    const reply = await setHome(['index.html', name]);
    expect([reply.code, reply.reason, reply.field]).toEqual(['400', 'document-refused', 'docs']);
    expect(await version()).toBe(before);
    expect((await mine.visit('/')).body).toBe('html');
  });

  it('accepts default documents named in any script', async () => {
    await mine.put('首页.html', '你好');
    expect((await setHome(['首页.html'])).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('你好');
  });

  it('records who changed what, and no version where nothing changed', async () => {
    const { total } = await history();
    await setHome(['start.html']);
    await setHome(['start.html']);
    const { versions, total: after } = await history();
    expect(after).toBe(total + 1);
    expect(versions[0]).toMatchObject({
      operator: 'mine',
      role: 'USER',
      action: 'setDefaultHomePage',
      differences: [{ field: 'documents', after: 'start.html' }],
    });
  });

  it('lists its versions in pages, each with its own changes', async () => {
    for (const name of ['a.html', 'b.html', 'c.html']) await setHome([name]);
    const pageOf = async (page: number) =>
      History.parse((await mine.post('config/history', { page, size: 2 })).res).versions;
    const [first, second] = [await pageOf(1), await pageOf(2)];
    const changed = [...first, ...second].map(({ differences }) => differences.map(({ after }) => after));
    expect(changed.slice(0, 3)).toEqual([['c.html'], ['b.html'], ['a.html']]);
    expect((await mine.post('config/history', { size: 21 })).code).toBe('400');
  });

  it('refuses a document that grows too large', async () => {
    const redirects = Array.from({ length: 200 }, (_, index) => ({
      source: `/${index}`,
      target: `https://example.com/${'x'.repeat(1900)}`,
    }));
    expect((await mine.post('redirect/import', { redirects })).code).toBe('200');
    const page = await mine.post('errorPage/set', { content: 'x'.repeat(200_000) });
    expect([page.code, page.reason]).toEqual(['413', 'config-too-large']);
  });

  it('restores an earlier version, and then a later one', async () => {
    const before = await version();
    await setHome(['start.html']);
    const changed = await version();
    expect((await mine.post(`config/revert/${before}`)).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('html');
    expect((await mine.post(`config/revert/${changed}`)).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('start');
    expect((await mine.post('config/revert/99999')).reason).toBe('config-version-gone');
  });

  it('clears all settings as one version, and can restore the version before', async () => {
    await setHome(['start.html']);
    const before = await version();
    expect((await mine.post('clearConfig')).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('html');
    await mine.post(`config/revert/${before}`);
    expect((await mine.visit('/')).body).toBe('start');
  });

  describe('in the form of images', () => {
    const write = (image: unknown, query = '') =>
      mine.post(`config/write${query}`, { image: typeof image === 'string' ? image : JSON.stringify(image) });
    const imageNow = async () => Image.parse((await mine.post('config/read', {})).res).image;

    it('applies all fields as one change, for this site alone', async () => {
      await mine.put('file.mine', 'mine');
      const { total } = await history();
      const reply = await write({
        indexPath: 'start.html',
        rewriteCode: 'rewrite ^/news$ /start.html last;',
        redirectDomain: ['/old|/start.html'],
        errorPage: '<h1>nothing here</h1>',
        mime: ['text/x-mine|mine'],
        phpSwitch: { code: 'off' },
        maxPhpUploadSize: 5,
        phpDateTimezone: 'Europe/Berlin',
        disabledFuncs: 'none',
        scriptError: ['custom', 'Sorry'],
        dotnetVersion: '2.0',
      });
      expect([reply.code, reply.msg]).toEqual(['200', expect.anything()]);
      expect((await history()).total).toBe(total + 1);
      expect((await mine.visit('/')).body).toBe('start');
      expect((await mine.visit('/news')).body).toBe('start');
      expect(await mine.visit('/old')).toMatchObject({ status: 301 });
      expect(await mine.visit('/none')).toMatchObject({ status: 404, body: '<h1>nothing here</h1>' });
      expect((await mine.visit('/file.mine')).headers['content-type']).toContain('text/x-mine');
      expect((await other.visit('/')).body).toBe('html');
      expect(await mine.config()).toMatchObject({
        php: {
          enabled: false,
          uploadMiB: 5,
          disabledFunctions: [],
          parameters: { 'date.timezone': 'Europe/Berlin' },
        },
        scriptError: { notify: 'custom', msg: 'Sorry' },
        dotNet: { version: '2.0' },
      });
    });

    it('stays the same when it is read and written back', async () => {
      await write({
        indexPath: 'start.html',
        phpErrorReporting: ['E_ERROR'],
        redirectDomain: ['/a|https://b.example/x'],
      });
      const [before, document] = [await version(), await mine.config()];
      expect((await write(await imageNow())).code).toBe('200');
      expect(await version()).toBe(before);
      const image = await imageNow();
      await mine.post('clearConfig');
      expect((await write(image)).code).toBe('200');
      expect(await mine.config()).toEqual(document);
    });

    it.each([
      ['{"indexPath"', 'image-unreadable', 'image'],
      [{ phpSwitch: { code: 'maybe' } }, 'image-unreadable', 'phpSwitch.code'],
      [{ indexPath: 'start.html', mime: ['text/plain|php'] }, 'mime-extension-closed', 'mime'],
      [{ indexPath: 'start.html', rewriteCode: 'root /etc;' }, 'rule-refused', 'rewriteCode'],
      [{ indexPath: 'start.html', phpVersion: '7.4' }, 'php-not-installed', 'phpVersion'],
    ])('applies nothing if one field is invalid, and names that field: %j', async (image, reason, field) => {
      const before = await version();
      const reply = await write(image);
      expect([reply.code, reply.reason, reply.field]).toEqual(['400', reason, field]);
      expect(await version()).toBe(before);
    });

    it('refuses to overwrite a newer version', async () => {
      const seen = await version();
      await setHome(['start.html']);
      expect((await write({ indexPath: 'index.html' }, `?version=${seen}`)).reason).toBe('config-newer');
    });
  });

  it('refuses the later of two concurrent edits and names the newer version', async () => {
    const seen = await version();
    const both = await Promise.all([
      setHome(['start.html'], `?version=${seen}`),
      setHome(['index.html', 'start.html'], `?version=${seen}`),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['200', '409']);
    expect(both.map(({ reason }) => reason)).toContain('config-newer');
    expect(await version()).toBe(seen + 1);
  });

  it('applies changes without a version one after another', async () => {
    const replies = await Promise.all(['a.html', 'b.html', 'c.html'].map((name) => setHome([name])));
    expect(replies.map(({ code }) => code)).toEqual(['200', '200', '200']);
  });
});
