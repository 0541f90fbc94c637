import { capture } from './child.mjs';
import { fingerprint, isFresh, record } from './fingerprint.mjs';
import { ROOT, at } from './paths.mjs';
import { Refusal, elapsed, say } from './say.mjs';
import { targets } from './targets.mjs';

/** @param {string} script a TypeScript file of tooling @param {readonly string[]} args */
export const typescript = (script, ...args) => ['--import', 'tsx', at(script), ...args];

/** Builds everything that is stale; the builders of server and pages run side by side. */
export async function buildStale() {
  const stale = targets().flatMap((target) => {
    const print = fingerprint(ROOT, target.sources);
    // The stamp is inside dist, so deleting that folder also makes the target stale.
    const stamp = at(target.folder, 'dist', '.built-from');
    return isFresh(stamp, print) ? [] : [{ ...target, print, stamp }];
  });
  if (stale.length === 0) return;

  say(`Building ${stale.map(({ name }) => name).join(', ')} …`);
  const since = Date.now();
  const pages = stale.filter(({ builder }) => builder === 'page');
  const has = (/** @type {string} */ wanted) => stale.some(({ builder }) => builder === wanted);
  const results = await Promise.all([
    has('server') ? build('server', 'tooling/server-bundle.ts', []) : DONE,
    pagesThenPackages(
      pages.map(({ name }) => name),
      has('packages'),
    ),
  ]);
  const failures = results.flat().filter(({ code }) => code !== 0);
  for (const target of stale) {
    if (!failures.some(({ builder }) => builder === target.builder)) record(target.stamp, target.print);
  }
  const [failure] = failures;
  if (failure)
    throw new Refusal(`${failures.map(({ output }) => output.trim()).join('\n\n')}\nThe build failed.`);
  say(`Built in ${elapsed(since)}`);
}

/** @type {Built[]} */
const DONE = [];

/**
 * Builds the pages before the packages, since one of the packages holds the built console.
 * @param {string[]} pages
 * @param {boolean} packages
 * @returns {Promise<Built[]>}
 */
async function pagesThenPackages(pages, packages) {
  const built = pages.length > 0 ? await build('page', 'tooling/webpack/build.ts', pages) : DONE;
  if (!packages || built.some(({ code }) => code !== 0)) return packages ? [...built, SKIPPED] : built;
  return [...built, ...(await build('packages', 'tooling/packages/build.ts', []))];
}

/** @typedef {{ builder: import('./targets.mjs').Target['builder'], code: number, output: string }} Built */

/** @type {Built} */
const SKIPPED = { builder: 'packages', code: 1, output: '' };

/** @param {Built['builder']} builder @param {string} script @param {string[]} names */
async function build(builder, script, names) {
  return [{ builder, ...(await capture(process.execPath, typescript(script, ...names))) }];
}
