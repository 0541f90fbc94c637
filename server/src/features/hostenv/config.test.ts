import { z } from 'zod';
import { serveSites, type ServedSite, type ServedSites } from '../../testing/served-sites';

jest.setTimeout(60_000);

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
const HomePage = z.object({
  documents: z.array(z.object({ name: z.string(), exists: z.boolean() })),
  standard: z.array(z.string()),
});

describe('the configuration of a site', () => {
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

  it('serves the first default document that is there, of this site alone', async () => {
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
    const answer = await setHome(['index.html', name]);
    expect([answer.code, answer.reason, answer.field]).toEqual(['400', 'document-refused', 'docs']);
    expect(await version()).toBe(before);
    expect((await mine.visit('/')).body).toBe('html');
  });

  it('takes names in any script', async () => {
    await mine.put('首页.html', '你好');
    expect((await setHome(['首页.html'])).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('你好');
  });

  it('keeps who changed what, and nothing where nothing changed', async () => {
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

  it('goes back to an earlier version, and on again', async () => {
    const before = await version();
    await setHome(['start.html']);
    const changed = await version();
    expect((await mine.post(`config/revert/${before}`)).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('html');
    expect((await mine.post(`config/revert/${changed}`)).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('start');
    expect((await mine.post('config/revert/99999')).reason).toBe('config-version-gone');
  });

  it('is cleared in one go, which the history undoes', async () => {
    await setHome(['start.html']);
    const before = await version();
    expect((await mine.post('clearConfig')).code).toBe('200');
    expect((await mine.visit('/')).body).toBe('html');
    await mine.post(`config/revert/${before}`);
    expect((await mine.visit('/')).body).toBe('start');
  });

  it('tells the later of two edits at once that there is a newer version, and changes nothing', async () => {
    const seen = await version();
    const both = await Promise.all([
      setHome(['start.html'], `?version=${seen}`),
      setHome(['index.html', 'start.html'], `?version=${seen}`),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['200', '409']);
    expect(both.map(({ reason }) => reason)).toContain('config-newer');
    expect(await version()).toBe(seen + 1);
  });

  it('makes changes that know of no version one on top of the other', async () => {
    const answers = await Promise.all(['a.html', 'b.html', 'c.html'].map((name) => setHome([name])));
    expect(answers.map(({ code }) => code)).toEqual(['200', '200', '200']);
  });
});
