import { type HostCode, SiteConfig } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { addHostRow } from '#testing/access-log';
import { makeTestDb, type TestDb } from '#testing/state';
import { makeSiteSettings } from './save-site-config';
import { addSiteConfig, readSiteConfig } from './config-store';

const author = { operator: 'demo', role: 'USER', action: 'setDefaultHomePage' } as const;
const FIRST = SiteConfig.parse({ language: 'PHP', documents: ['index.html'] });
const refused = new Refusal('config-refused', { values: { engine: 'nginx', detail: 'bad' } });

describe('changes of a site configuration', () => {
  let testDb: TestDb;
  let hostCode: HostCode;
  let applied: number;
  /** Documents that the engines refuse: alone, and together with all sites. */
  let unfit: string;
  let unfitTogether: string;

  beforeAll(async () => {
    testDb = await makeTestDb();
  });
  afterAll(() => testDb.close());
  beforeEach(async () => {
    hostCode = await addHostRow(testDb.db);
    await addSiteConfig(testDb.db, hostCode, { after: 0, document: FIRST, author });
    [applied, unfit, unfitTogether] = [0, 'none', 'none'];
  });

  const newest = async () => {
    const row = await readSiteConfig(testDb.db, hostCode);
    if (!row) throw new Error('the host has no configuration');
    return { version: row.version, documents: row.document.documents, action: row.action };
  };
  const settings = () =>
    makeSiteSettings({
      db: testDb.db,
      work: {
        checkSite: async (_hostCode, { documents }) => {
          if (documents.at(-1) === unfit) throw refused;
        },
        applySites: async () => {
          applied += 1;
          if ((await newest()).documents.includes(unfitTogether)) throw refused;
        },
      },
    });
  const adding = (name: string, base?: number) => ({
    hostCode,
    author,
    base,
    change: (document: SiteConfig) => ({ ...document, documents: [...document.documents, name] }),
  });
  const reasonOf = (error: unknown) => (error instanceof Refusal ? error.reason : String(error));
  const outcomes = async (saves: readonly Promise<number>[]) =>
    (await Promise.allSettled(saves)).map((one) =>
      one.status === 'fulfilled' ? one.value : reasonOf(one.reason),
    );

  it('stores twenty simultaneous changes as a version each and applies them at most twice', async () => {
    const site = settings();
    const names = Array.from({ length: 20 }, (_, index) => `page${String(index)}.html`);
    const versions = await Promise.all(names.map((name) => site.change(adding(name))));
    expect(versions).toEqual(names.map((_, index) => index + 2));
    expect((await newest()).documents).toEqual(['index.html', ...names]);
    expect(applied).toBeLessThanOrEqual(2);
  });

  it('refuses one of several simultaneous changes alone', async () => {
    unfit = 'bad.html';
    const site = settings();
    const saves = ['a.html', 'b.html', 'bad.html', 'c.html'].map((name) => site.change(adding(name)));
    expect(await outcomes(saves)).toEqual([2, 3, 'config-refused', 4]);
    expect((await newest()).documents).toEqual(['index.html', 'a.html', 'b.html', 'c.html']);
  });

  it('refuses every simultaneous change but one that began from the same version', async () => {
    const site = settings();
    const saves = ['a.html', 'b.html', 'c.html'].map((name) => site.change(adding(name, 1)));
    expect(await outcomes(saves)).toEqual([2, 'config-newer', 'config-newer']);
  });

  it('accepts a change whose only conflict is with another change that the engines refuse', async () => {
    unfit = 'bad.html';
    const site = settings();
    const first = site.change(adding('a.html'));
    const saves = ['bad.html', 'b.html', 'c.html'].map((name) => site.change(adding(name, 2)));
    expect(await outcomes([first, ...saves])).toEqual([2, 'config-refused', 3, 'config-newer']);
    expect((await newest()).documents).toEqual(['index.html', 'a.html', 'b.html']);
  });

  it('reverts all changes of a batch when the engines refuse them together', async () => {
    unfitTogether = 'c.html';
    const site = settings();
    const saves = ['a.html', 'b.html', 'c.html'].map((name) => site.change(adding(name)));
    expect(await outcomes(saves)).toEqual([2, 'config-refused', 'config-refused']);
    expect(await newest()).toEqual({ version: 5, documents: ['index.html', 'a.html'], action: 'takeBack' });
  });

  it('saves on top of changes that another process makes meanwhile', async () => {
    const saves = [settings(), settings()].flatMap((site) =>
      ['a.html', 'b.html'].map((name) => site.change(adding(name))),
    );
    const versions = await Promise.all(saves);
    expect([...versions].sort()).toEqual([2, 3, 4, 5]);
    expect((await newest()).documents).toHaveLength(5);
  });
});
