import {
  REMOTE_ENTRY_BUDGET_BYTES,
  REMOTE_TOTAL_BUDGET_BYTES,
  gateReasons,
  gateReasonText,
  type Locale,
  type Surroundings,
} from '@sitedeck/contract';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CommandRefusal } from '../refusal';
import { readBuilt, type BuiltFolder } from '../develop/build';
import { textFindings, textKeys } from '../develop/texts';
import { measureSize } from '../develop/measure-size';
import {
  waitUntilIdle,
  COUNT_TIMERS,
  mountInPage,
  resize,
  textsIn,
  unmountInPage,
  changeLocaleInPage,
} from './in-page';
import { leakFindings } from './leaks';
import { readStory, storyFindings, type Story } from './story';
import { openStubServer, type StubServer } from './stub-server';

const LOCALES: readonly Locale[] = ['zh-CN', 'en-US'];
/** Widths in px. The first page shrinks in Chinese and grows in English, the next one the other way: both must work. */
const WIDTHS: Readonly<Record<Locale, readonly [number, number]>> = {
  'zh-CN': [1440, 390],
  'en-US': [390, 1440],
};
/** How far the page, or the area that the shell gives a remote, can be scrolled sideways, px. */
const SIDEWAYS = `Math.max(...[document.documentElement, ...document.querySelectorAll('main')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`;
/** Time limit for a page, generous for a busy machine, ms. */
const PATIENCE_MS = 60_000;
/** A page may be at rest before it has rendered a reply: time limit for the promised texts, ms. */
const SHOWN_MS = 15_000;
const AGAIN_MS = 250;
/** Without the second optimizing compiler: a page that lives for seconds never regains the time that it takes. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--js-flags=--no-opt'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Trial {
  readonly remote: BuiltFolder;
  readonly folder: string;
  readonly story: Story;
  readonly server: StubServer;
  readonly browser: Browser;
}

/**
 * Contract tests of a built remote: in a console and alone, in both languages, wide and narrow.
 * @param console folder of a built console
 * @returns findings in words; none if the remote passes
 */
export async function tryRemote(folder: string, console: string): Promise<readonly string[]> {
  const remote = readBuilt(folder);
  const story = readStory(folder);
  const server = await openStubServer({ story, remote, console });
  const browser = await openBrowser();
  const trial = { remote, folder, story, server, browser };
  try {
    const inShell = [];
    for (const locale of LOCALES) inShell.push(...(await inTheConsole(trial, locale)));
    return [
      ...storyFindings(story),
      ...textFindings(folder),
      ...ownGate(remote),
      ...inShell,
      ...(await tryAlone(trial)),
      ...[...server.unanswered].map((call) => `story: no reply to ${call}`),
    ];
  } finally {
    await browser.close();
    server.close();
  }
}

/** Findings of the gate that need no server: those about the remote alone. */
function ownGate(remote: BuiltFolder): readonly string[] {
  const budget = { entry: REMOTE_ENTRY_BUDGET_BYTES, total: REMOTE_TOTAL_BUDGET_BYTES };
  const noSurroundings: Surroundings = { consoles: [], taken: [], budget };
  return gateReasons({ built: remote.built, weight: measureSize(remote) }, noSurroundings).map((reason) =>
    gateReasonText(reason, 'en-US'),
  );
}

function openBrowser(): Promise<Browser> {
  const known = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const executablePath = known.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new CommandRefusal('Chromium not found: install it, or set CHROMIUM to its path');
  return chromium.launch({ executablePath, args: FLAGS });
}

async function openPage({ browser, server }: Trial, locale: Locale, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(COUNT_TIMERS);
  await context.addInitScript(`localStorage.setItem('sitedeck.locale', '${locale}')`);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return {
    page,
    faults,
    open: (path: string) => page.goto(server.origin + path),
    close: () => context.close(),
  };
}

async function inTheConsole(trial: Trial, locale: Locale): Promise<readonly string[]> {
  const findings: string[] = [];
  let widths = WIDTHS[locale];
  const { page, faults, open, close } = await openPage(trial, locale, widths[0]);
  for (const { path } of trial.remote.built.routes) {
    await open(path);
    for (const width of widths) {
      await resize(page, width);
      const found = [...(await pageFindings(trial, page, { path, locale })), ...faults.splice(0)];
      findings.push(...found.map((text) => `${path} ${locale} ${width} px: ${text}`));
    }
    widths = [widths[1], widths[0]];
  }
  await close();
  return findings;
}

async function pageFindings(trial: Trial, page: Page, where: Where): Promise<readonly string[]> {
  const rested = await waitUntilIdle(page).then(
    () => true,
    () => false,
  );
  const texts = await shownTexts(trial, page, { ...where, selector: '#root' });
  const sideways = Number(await page.evaluate(SIDEWAYS));
  return [
    ...(rested ? [] : ['still loading after 30 s']),
    ...shownFindings(trial, texts, where),
    ...(await axeFindings(page)),
    ...(sideways > 0 ? [`${sideways} px wider than its place`] : []),
  ];
}

interface Where {
  readonly path: string;
  readonly locale: Locale;
}

const missingTexts = ({ story }: Trial, texts: readonly string[], { path, locale }: Where) => {
  const all = texts.join('\n');
  return (story.shows[path]?.[locale] ?? []).filter((words) => !all.includes(words));
};

/** The texts below an element once those of the story are among them, or when time is up. */
async function shownTexts(
  trial: Trial,
  page: Page,
  where: Where & { readonly selector: string },
): Promise<readonly string[]> {
  for (const deadline = Date.now() + SHOWN_MS; ; await sleep(AGAIN_MS)) {
    const texts = await textsIn(page, where.selector);
    if (missingTexts(trial, texts, where).length === 0 || Date.now() > deadline) return texts;
  }
}

/** Checks that the texts of the story are shown and that no text is untranslated. */
function shownFindings(trial: Trial, texts: readonly string[], where: Where) {
  const { folder } = trial;
  const { locale } = where;
  const missing = missingTexts(trial, texts, where).map((words) => `does not show "${words}"`);
  const catalogKeys = textKeys(folder, locale);
  const raw = [...new Set(texts)]
    .filter((text) => catalogKeys.has(text))
    .map((text) => `shows the key "${text}"`);
  return [...missing, ...raw];
}

async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], selectors: false }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

/**
 * Mounts the remote in its own root: it must show the same, change its language on request, and leave nothing behind.
 */
async function tryAlone(trial: Trial): Promise<readonly string[]> {
  const { built } = trial.remote;
  const [route] = built.routes;
  if (route === undefined) return [];
  const { page, faults, open, close } = await openPage(trial, 'zh-CN', 1440);
  await open('/');
  await waitUntilIdle(page);
  const given = { name: built.name, path: route.path, locale: 'zh-CN' };
  const findings: string[] = [];
  await mountInPage(page, given);
  for (const locale of LOCALES) {
    await changeLocaleInPage(page, locale);
    await waitUntilIdle(page);
    const where = { path: route.path, locale };
    const texts = await shownTexts(trial, page, { ...where, selector: '#sitedeck-tried' });
    const wrong = shownFindings(trial, texts, where);
    findings.push(...wrong.map((text) => `mounted alone, ${locale}: ${text}`));
  }
  if ((await unmountInPage(page)) > 0) findings.push('mounted alone: unmount leaves elements behind');
  findings.push(...(await leakFindings(page, given)));
  findings.push(...faults.map((text) => `mounted alone: ${text}`));
  await close();
  return findings;
}
