import type { Page } from 'playwright-core';
import { openTab, signedInContext, withBrowser, type Tab } from '../browser';
import { clickUntilShown } from '../in-page';
import { medianOf } from '../pairs';
import { CONTENT } from '../selectors';
import type { Row } from '../table';
import { createTasks } from '../task-rows';
import type { Visitor } from '../visitor';

/** Users perceive a reply within this time as immediate, ms. */
const AT_ONCE_MS = 100;
const TASK_ENTRY = '[aria-controls="sd-task-panel"]';
const TASK_PANEL = '#sd-task-panel';

/** One poll each 5 s, and the calls that Home repeats once a minute. */
const REQUESTS_A_MINUTE = 16;
const WATCHED_MS = 60_000;
/**
 * By then the console has prefetched the next page's files, which belong to the visit and not to its idle minutes, ms.
 */
const AHEAD_MS = 10_000;
/** As many tasks as a busy host has. */
const TASKS = 5;

/** Polls of eight hours. */
const POLLS = (8 * 3600) / 5;
const FIRST_POLLS = 100;
/** A little above the polling time with its jitter, ms. */
const STEP_MS = 6000;
const GROWTH_MB = 2;

async function openHome(tab: Tab, origin: string): Promise<void> {
  await tab.page.goto(`${origin}/`);
  await tab.page.locator(CONTENT.home).first().waitFor();
  await tab.settled();
}

async function popover(tab: Tab, origin: string, rounds: number): Promise<Row> {
  const took: number[] = [];
  for (let round = 0; round < Math.max(rounds, 9); round += 1) {
    await openHome(tab, origin);
    took.push(await clickUntilShown(tab.page, TASK_ENTRY, TASK_PANEL));
  }
  const own = medianOf(took, (ms) => ms);
  return {
    job: 'task popover, click to picture',
    unit: 'ms',
    limit: `≤ ${AT_ONCE_MS} ms`,
    own,
    met: own <= AT_ONCE_MS,
  };
}

/** Size of the entire list, which a page without ETag would get at each poll. */
async function fullAnswer({ origin, headers, hostCode }: Visitor): Promise<number> {
  const reply = await fetch(`${origin}/api/task/queryList/${hostCode}`, { headers });
  const head = [...reply.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return head + (await reply.arrayBuffer()).byteLength;
}

async function idleMinute(tab: Tab, visitor: Visitor): Promise<readonly Row[]> {
  await tab.page.waitForTimeout(AHEAD_MS);
  const before = tab.traffic();
  await tab.page.waitForTimeout(WATCHED_MS);
  const after = tab.traffic();
  const requests = after.requests - before.requests;
  const own = after.kB - before.kB;
  const value = ((await fullAnswer(visitor)) * (WATCHED_MS / 5000)) / 1000;
  return [
    {
      job: 'Home left alone for a minute: requests',
      unit: 'requests',
      limit: `≤ ${REQUESTS_A_MINUTE}`,
      own: requests,
      met: requests <= REQUESTS_A_MINUTE,
    },
    {
      job: 'Home left alone for a minute: bytes',
      unit: 'kB',
      peer: { name: 'polls without ETag', value },
      limit: '≤ 1x',
      own,
      met: own <= value,
    },
  ];
}

/** Memory of the page after garbage collection. */
async function heapMB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

async function poll(page: Page, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const answered = page.waitForResponse((reply) => reply.url().includes('/api/task/queryList/'));
    await page.clock.runFor(STEP_MS);
    await answered;
  }
}

/** Simulates eight hours of polling, as fast as the server answers. */
async function workingDay(tab: Tab, origin: string): Promise<Row> {
  const { page } = tab;
  await page.clock.install();
  await openHome(tab, origin);
  await poll(page, FIRST_POLLS);
  const before = await heapMB(page);
  await poll(page, POLLS - FIRST_POLLS);
  const own = (await heapMB(page)) - before;
  return {
    job: `memory of the page grown in 8 h of polling (${POLLS} polls)`,
    unit: 'MB',
    limit: `≤ ${GROWTH_MB} MB`,
    own,
    met: own <= GROWTH_MB,
  };
}

/** Cost of an idle shell, and the time until its popover opens. */
export const idleRows = (visitor: Visitor, rounds: number): Promise<readonly Row[]> =>
  withBrowser(async (browser) => {
    await createTasks(visitor, TASKS);
    const context = await signedInContext(browser, visitor);
    const tab = await openTab(context, 'plain');
    const opened = await popover(tab, visitor.origin, rounds);
    await openHome(tab, visitor.origin);
    const minute = await idleMinute(tab, visitor);
    await tab.page.close();
    const day = await workingDay(await openTab(context, 'plain'), visitor.origin);
    return [opened, ...minute, day];
  });
