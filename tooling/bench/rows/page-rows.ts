import type { Browser, BrowserContext } from 'playwright-core';
import { openTab, signedInContext, withBrowser, type Traffic } from '../browser';
import { median } from '../pairs';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

interface Visit {
  /** Traffic until the load event only, because later a page may prefetch files of the next one. */
  readonly shown: Traffic;
  /** Traffic until the network was idle. */
  readonly settled: Traffic;
  readonly fcpSeconds: number;
}

/** Figures of other products, measured once on the same connection; neither product runs here. */
const FILEBROWSER = { kB: 505, requests: 10, fcpSeconds: 3 };
const PANEL_ENTRY_KB = 1110;

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const { page, traffic, settled } = await openTab(context, 'slow');
  await page.goto(url, { waitUntil: 'load' });
  const shown = traffic();
  const quiet = await settled();
  const fcpMs = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  return { shown, settled: quiet, fcpSeconds: fcpMs / 1000 };
}

async function coldVisits(
  rounds: number,
  open: () => Promise<{ context: BrowserContext; url: string }>,
): Promise<Visit> {
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, url } = await open();
    visits.push(await visit(context, url));
    await context.close();
  }
  const middle = (figure: (one: Visit) => number) => median(visits.map(figure));
  const traffic = (part: 'shown' | 'settled'): Traffic => ({
    kB: middle((one) => one[part].kB),
    requests: middle((one) => one[part].requests),
    code: middle((one) => one[part].code),
    codeKB: middle((one) => one[part].codeKB),
    kept: middle((one) => one[part].kept),
  });
  return {
    shown: traffic('shown'),
    settled: traffic('settled'),
    fcpSeconds: middle(({ fcpSeconds }) => fcpSeconds),
  };
}

/** Sign-in page and Home, each with an empty cache, in transferred bytes with headers. */
export const coldPageRows = (visitor: Visitor, rounds: number): Promise<readonly Row[]> =>
  withBrowser(async (browser: Browser) => {
    const signIn = await coldVisits(rounds, async () => ({
      context: await browser.newContext(),
      url: `${visitor.origin}/login`,
    }));
    const home = await coldVisits(rounds, async () => ({
      context: await signedInContext(browser, visitor),
      url: `${visitor.origin}/`,
    }));
    return [...signInRows(signIn), ...homeRows(home)];
  });

function signInRows({ shown, settled, fcpSeconds }: Visit): readonly Row[] {
  const peer = (value: number) => ({ name: 'filebrowser', value, recorded: true }) as const;
  const { kB, requests } = shown;
  const fcpLimit = 0.3 * FILEBROWSER.fcpSeconds;
  const row = (name: string) => `sign-in page: ${name}`;
  return [
    { job: row('bytes'), unit: 'kB', peer: peer(FILEBROWSER.kB), limit: '≤ 75 kB', own: kB, met: kB <= 75 },
    {
      job: row('requests'),
      unit: 'requests',
      peer: peer(FILEBROWSER.requests),
      limit: '≤ 4',
      own: requests,
      met: requests <= 4,
    },
    {
      job: row('first paint'),
      unit: 's',
      peer: peer(FILEBROWSER.fcpSeconds),
      limit: '≤ 0.3x',
      own: fcpSeconds,
      met: fcpSeconds <= fcpLimit,
    },
    { job: row('fetched ahead'), unit: 'kB', limit: '–', own: settled.kB - kB, met: true },
  ];
}

function homeRows({ settled, fcpSeconds }: Visit): readonly Row[] {
  const peer = { name: 'BaoTa entry', value: PANEL_ENTRY_KB, recorded: true } as const;
  const { kB, requests, code, codeKB } = settled;
  const row = (name: string) => `shell and Home: ${name}`;
  return [
    { job: row('code'), unit: 'kB', peer, limit: '≤ 280 kB', own: codeKB, met: codeKB <= 280 },
    { job: row('with its calls'), unit: 'kB', limit: '–', own: kB, met: true },
    { job: row('requests for code'), unit: 'requests', limit: '–', own: code, met: true },
    { job: row('with its calls'), unit: 'requests', limit: '–', own: requests, met: true },
    { job: row('first paint'), unit: 's', limit: '–', own: fcpSeconds, met: true },
  ];
}
