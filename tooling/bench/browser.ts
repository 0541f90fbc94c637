import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import type { Visitor } from './visitor';

/** Network and processor of a visit. */
export type DeviceSpeed = 'slow' | 'plain';

/** Transferred bytes, headers included. A file from the browser's cache counts neither as bytes nor as a request. */
export interface Traffic {
  readonly kB: number;
  readonly requests: number;
  /** Pages, scripts, styles and fonts among them; the rest are calls. */
  readonly code: number;
  readonly codeKB: number;
  /** Scripts and styles from the browser's cache. */
  readonly kept: number;
}

export interface Tab {
  readonly page: Page;
  readonly traffic: () => Traffic;
  /**
   * Resolves when nothing was requested or received for a while, shorter than the console waits before it prefetches.
   */
  readonly settled: () => Promise<Traffic>;
  /** CPU time of the page's main thread, without time that it waited for a busy machine. */
  readonly cpuSeconds: () => Promise<number>;
}

/** Connection and processor of the goals: 150 ms, 1.6 Mbit/s, a quarter of this machine's speed. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};
const CPU_SLOWDOWN = 4;
const QUIET_MS = 1500;
const POLL_MS = 100;

const CODE: ReadonlySet<string> = new Set(['Document', 'Script', 'Stylesheet', 'Font']);

export async function withBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

/** A signed-in browser context with an empty cache. */
export async function signedInContext(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ ...visitor.cookie, url: visitor.origin }]);
  return context;
}

/** Prevents prefetching, so that only what a page itself needs is counted. */
const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

export const fetchNothingAhead = ({ page }: Tab): Promise<unknown> => page.addInitScript(SAVE_DATA);

export async function openTab(context: BrowserContext, pace: DeviceSpeed): Promise<Tab> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (pace === 'slow') {
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  return { page, cpuSeconds, ...count(page, session) };
}

interface LoadedFile {
  readonly type: string;
  kept: boolean;
  bytes: number;
}

const kBOf = (all: readonly LoadedFile[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

function count(page: Page, session: CDPSession): Pick<Tab, 'traffic' | 'settled'> {
  const files = new Map<string, LoadedFile>();
  let lastMoved = performance.now();
  const moved = () => (lastMoved = performance.now());
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (/^(?:data|blob):/.test(request.url)) return;
    files.set(requestId, { type, kept: false, bytes: 0 });
    moved();
  });
  const keep = (requestId: string) => {
    const one = files.get(requestId);
    if (one) one.kept = true;
  };
  session.on('Network.requestServedFromCache', ({ requestId }) => keep(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) keep(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = files.get(requestId);
    if (one) one.bytes += encodedDataLength;
    moved();
  });
  const traffic = (): Traffic => {
    const travelled = [...files.values()].filter(({ kept }) => !kept);
    const code = travelled.filter(({ type }) => CODE.has(type));
    return {
      kB: kBOf(travelled),
      requests: travelled.length,
      code: code.length,
      codeKB: kBOf(code),
      kept: files.size - travelled.length,
    };
  };
  return {
    traffic,
    settled: async () => {
      while (performance.now() - lastMoved < QUIET_MS) await page.waitForTimeout(POLL_MS);
      return traffic();
    },
  };
}

/** Transfer between two counts. */
export const trafficBetween = (before: Traffic, after: Traffic): Traffic => ({
  kB: after.kB - before.kB,
  requests: after.requests - before.requests,
  code: after.code - before.code,
  codeKB: after.codeKB - before.codeKB,
  kept: after.kept - before.kept,
});
