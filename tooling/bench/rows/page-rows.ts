import { chromium, type Browser, type BrowserContext, type CDPSession } from 'playwright-core';
import { median } from '../pairs';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

interface Visit {
  /** Until the page had loaded; a page may fetch ahead for the next one after that. */
  readonly shown: Traffic;
  /** Until the line was quiet. */
  readonly settled: Traffic;
  readonly fcpSeconds: number;
}

interface Traffic {
  readonly kB: number;
  readonly requests: number;
}

/** The line and the processor of the goals: 150 ms, 1.6 Mbit/s, a quarter of this machine's speed. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};
const CPU_SLOWDOWN = 4;
const QUIET_MS = 1500;

/** Measured once on the same line; neither runs here. */
const FILEBROWSER = { kB: 505, requests: 10, fcpSeconds: 3 };
const PANEL_ENTRY_KB = 1110;

async function slowDown(session: CDPSession): Promise<() => Traffic> {
  let bytes = 0;
  let requests = 0;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => ({ kB: bytes / 1000, requests });
}

/** Opens a page cold and counts until the line has been quiet for a while. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const traffic = await slowDown(await context.newCDPSession(page));
  await page.goto(url, { waitUntil: 'load' });
  const shown = traffic();
  for (let seen = -1; seen !== traffic().kB;) {
    seen = traffic().kB;
    await page.waitForTimeout(QUIET_MS);
  }
  const fcpMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  );
  return { shown, settled: traffic(), fcpSeconds: fcpMs / 1000 };
}

async function coldVisits(
  browser: Browser,
  rounds: number,
  open: (browser: Browser) => Promise<{ context: BrowserContext; url: string }>,
): Promise<Visit> {
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, url } = await open(browser);
    visits.push(await visit(context, url));
    await context.close();
  }
  const middle = (figure: (one: Visit) => number) => median(visits.map(figure));
  const traffic = (part: 'shown' | 'settled') => ({
    kB: middle((one) => one[part].kB),
    requests: middle((one) => one[part].requests),
  });
  return {
    shown: traffic('shown'),
    settled: traffic('settled'),
    fcpSeconds: middle(({ fcpSeconds }) => fcpSeconds),
  };
}

/** Sign-in page and Home, each with an empty cache. Bytes are what travelled, headers included. */
export async function pages(visitor: Visitor, rounds: number): Promise<readonly Row[]> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const signIn = await coldVisits(browser, rounds, async () => ({
      context: await browser.newContext(),
      url: `${visitor.origin}/login`,
    }));
    const home = await coldVisits(browser, rounds, async () => {
      const context = await browser.newContext();
      await context.addCookies([{ ...visitor.cookie, url: visitor.origin }]);
      return { context, url: `${visitor.origin}/` };
    });
    return [...signInRows(signIn), ...homeRows(home)];
  } finally {
    await browser.close();
  }
}

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
  const { kB, requests } = settled;
  const row = (name: string) => `shell and Home: ${name}`;
  return [
    { job: row('bytes'), unit: 'kB', peer, limit: '≤ 280 kB', own: kB, met: kB <= 280 },
    { job: row('requests'), unit: 'requests', limit: '–', own: requests, met: true },
    { job: row('first paint'), unit: 's', limit: '–', own: fcpSeconds, met: true },
  ];
}
