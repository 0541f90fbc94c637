import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { waitUntilIdle, countIntervals, mountInPage, unmountInPage } from './in-page';

interface Counts {
  readonly nodes: number;
  readonly listeners: number;
  readonly styles: number;
  readonly intervals: number;
}

/** Caches fill in the first rounds; growth after these never ends. */
const WARM_UP = 3;
const ROUNDS = 5;

async function count(page: Page, tool: CDPSession): Promise<Counts> {
  await tool.send('HeapProfiler.collectGarbage');
  const { metrics } = await tool.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    styles: await page.evaluate('document.querySelectorAll("style").length'),
    intervals: await countIntervals(page),
  };
}

const KINDS = ['nodes', 'listeners', 'styles', 'intervals'] as const satisfies readonly (keyof Counts)[];

const grown = (before: Counts, after: Counts) => KINDS.filter((kind) => after[kind] - before[kind] >= ROUNDS);

/** On a busy machine a last timer releases its nodes late, ms; a leak never goes away. */
const PATIENCE_MS = 15_000;

async function countAtRest(page: Page, tool: CDPSession, before: Counts): Promise<Counts> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(500)) {
    const now = await count(page, tool);
    if (grown(before, now).length === 0 || Date.now() > deadline) return now;
  }
}

/** Nodes, listeners, styles and intervals that a remote leaves behind each time it leaves the page. */
export async function leakFindings(
  page: Page,
  given: Parameters<typeof mountInPage>[1],
): Promise<readonly string[]> {
  const tool = await page.context().newCDPSession(page);
  await tool.send('Performance.enable');
  const rounds = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      await mountInPage(page, given);
      await waitUntilIdle(page);
      await unmountInPage(page);
    }
  };
  await rounds(WARM_UP);
  const before = await count(page, tool);
  await rounds(ROUNDS);
  const after = await countAtRest(page, tool, before);
  const words: Readonly<Record<keyof Counts, string>> = {
    nodes: 'elements',
    listeners: 'event listeners',
    styles: 'style elements',
    intervals: 'intervals',
  };
  return grown(before, after).map(
    (kind) =>
      `leaks: ${after[kind] - before[kind]} ${words[kind]} more after it came and went ${ROUNDS} times`,
  );
}
