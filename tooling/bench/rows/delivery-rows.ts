import type { BootDocument } from '@sitedeck/contract';
import { openTab, signedInContext, withBrowser } from '../browser';
import { CONTENT } from '../selectors';
import type { Row } from '../table';
import type { Visitor } from '../visitor';
import { onTheWire, type OnTheWire } from '../wire';

/** The build compresses no smaller files. */
const SMALL_BYTES = 512;
const ENCODINGS = ['br', 'gzip'] as const;

type Ask = (path: string, headers?: Readonly<Record<string, string>>) => Promise<OnTheWire>;

const none = (job: string, faulty: readonly string[]): Row => {
  for (const line of faulty) console.log(`  ${job}: ${line}`);
  return { job, unit: 'files', limit: '0', own: faulty.length, met: faulty.length === 0 };
};

const scriptsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path)),
];

/** Every file with a hash in its name that a page, a remote or a portal loads. */
async function hashedFiles(request: Ask, cookie: string): Promise<readonly string[]> {
  const signIn = (await request('/login')).body.toString();
  const home = (await request('/', { cookie })).body.toString();
  const loader = (await request('/embed.js')).body.toString();
  const { remotes } = JSON.parse((await request('/boot.json', { cookie })).body.toString()) as BootDocument;
  const ofRemotes = remotes.flatMap(({ base, assets }) => Object.keys(assets).map((file) => base + file));
  return [...new Set([...scriptsIn(signIn + home + loader), ...ofRemotes])];
}

async function assetRows(request: Ask, files: readonly string[]): Promise<readonly Row[]> {
  const plain: string[] = [];
  const passing: string[] = [];
  for (const file of files) {
    const full = await request(file);
    for (const encoding of ENCODINGS) {
      const { headers } = await request(file, { 'accept-encoding': encoding });
      if (full.body.length >= SMALL_BYTES && headers['content-encoding'] !== encoding)
        plain.push(`${file} as ${encoding}`);
    }
    if (full.status !== 200 || !/max-age=31536000, immutable/.test(full.headers['cache-control'] ?? ''))
      passing.push(`${file}: ${full.status} ${full.headers['cache-control']}`);
  }
  return [
    {
      job: 'hashed files that pages, remotes and portals load',
      unit: 'files',
      limit: '–',
      own: files.length,
      met: true,
    },
    none('of these not in brotli or gzip', plain),
    none('of these not kept for ever', passing),
  ];
}

/** Responses that are made per request or have no hash in their name. */
async function pageRows(request: Ask, cookie: string): Promise<readonly Row[]> {
  const pages = ['/login', '/', '/boot.json', '/embed.js'] as const;
  const plain: string[] = [];
  const rows: Row[] = [];
  for (const path of pages) {
    const own: Readonly<Record<string, string>> = path === '/login' ? {} : { cookie };
    for (const encoding of ENCODINGS) {
      const { headers, body } = await request(path, { ...own, 'accept-encoding': encoding });
      if (headers['content-encoding'] !== encoding) plain.push(`${path} as ${encoding}`);
      if (encoding === 'br')
        rows.push({ job: `${path} in brotli`, unit: 'kB', limit: '–', own: body.length / 1000, met: true });
    }
  }
  return [none('pages and documents not in brotli or gzip', plain), ...rows];
}

/** Request again as a browser does, with the ETag of the compressed reply. */
async function bootAgain(request: Ask, cookie: string): Promise<Row> {
  const headers = { cookie, 'accept-encoding': 'br' };
  const { etag = '' } = (await request('/boot.json', headers)).headers;
  const revalidated = await request('/boot.json', { ...headers, 'if-none-match': etag });
  const met = etag !== '' && revalidated.status === 304;
  return {
    job: `boot document again (${revalidated.status})`,
    unit: 'kB',
    limit: '304',
    own: revalidated.body.length / 1000,
    met,
  };
}

function homeAgain(visitor: Visitor): Promise<readonly Row[]> {
  return withBrowser(async (browser) => {
    const context = await signedInContext(browser, visitor);
    const visit = async () => {
      const tab = await openTab(context, 'plain');
      await tab.page.goto(`${visitor.origin}/`);
      await tab.page.locator(CONTENT.home).first().waitFor();
      const traffic = await tab.settled();
      await tab.page.close();
      return traffic;
    };
    await visit();
    const { code, kept, kB } = await visit();
    const job = (name: string) => `Home, second visit: ${name}`;
    return [
      // The server renders this page for each session.
      { job: job('requests for code'), unit: 'requests', limit: '≤ 1', own: code, met: code <= 1 },
      { job: job('scripts from the cache'), unit: 'files', limit: '≥ 1', own: kept, met: kept > 0 },
      { job: job('bytes'), unit: 'kB', limit: '–', own: kB, met: true },
    ];
  });
}

/** Transferred size of the first scripts of a remote and of a portal. */
async function entryRows(request: Ask, files: readonly string[]): Promise<readonly Row[]> {
  const size = async (file: string) => (await request(file, { 'accept-encoding': 'br' })).body.length / 1000;
  const rows: Row[] = [];
  for (const file of files.filter((name) => name.includes('/remoteEntry.'))) {
    const own = await size(file);
    const remote = file.split('/')[2] ?? '';
    rows.push({ job: `remoteEntry of ${remote}`, unit: 'kB', limit: '≤ 8 kB', own, met: own <= 8 });
  }
  const embed = files.find((name) => name.includes('/assets/embed.'));
  if (embed === undefined) throw new Error('/embed.js names no entry');
  return [
    ...rows,
    { job: 'loader of portals (/embed.js)', unit: 'kB', limit: '–', own: await size('/embed.js'), met: true },
    { job: 'entry of portals', unit: 'kB', limit: '–', own: await size(embed), met: true },
  ];
}

/** How files are delivered, and the cost of a second visit. */
export async function deliveryRows(visitor: Visitor): Promise<readonly Row[]> {
  const request: Ask = (path, headers = {}) => onTheWire(visitor.origin + path, headers);
  const cookie = `${visitor.cookie.name}=${visitor.cookie.value}`;
  const files = await hashedFiles(request, cookie);
  return [
    ...(await entryRows(request, files)),
    ...(await assetRows(request, files)),
    ...(await pageRows(request, cookie)),
    await bootAgain(request, cookie),
    ...(await homeAgain(visitor)),
  ];
}
