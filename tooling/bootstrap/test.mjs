import { AREAS } from './areas.mjs';
import { changedFiles } from './changed-files.mjs';
import { foreground } from './child.mjs';
import { at } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { elapsed, say } from './say.mjs';
import { FLAKY_MAX } from './failed-files.mjs';
import { makeScratch, removeScratch } from './scratch.mjs';
import { selectArea, selectChanged } from './selection.mjs';
import { checks, suites } from './stages.mjs';
import { lastLine, sum } from './tally.mjs';

/**
 * @typedef {import('./stages.mjs').Stage} Stage
 * @typedef {import('./stages.mjs').Scene} Scene
 * @typedef {import('./tally.mjs').Tally} Tally
 */

const given = process.argv.slice(2);
const long = given.includes('--long');

// The running stage gets the signal too and ends; no further stage starts.
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (interrupted = true));

/** @type {import('./stages.mjs').FlakyFile[]} */
const flakyFiles = [];
const selection = await selected();
const tallies = [...(await preparation()), ...(await allStages()), flakiness()];
const total = sum(tallies);
process.exitCode = total.failed === 0 && (total.passed > 0 || selection !== undefined) ? 0 : 1;
say(lastLine(total));

/** Prints the flaky tests last, where they are noticed. Too many of them are a failure of their own. */
function flakiness() {
  for (const { lines, output } of flakyFiles) say(`\n${output.trim()}\n\n${lines.join('\n')}`);
  if (flakyFiles.length > 0) say(`\n${flakyFiles.length} flaky test files (at most ${FLAKY_MAX} may be)`);
  return { passed: 0, failed: flakyFiles.length > FLAKY_MAX ? 1 : 0 };
}

/**
 * Tests that `--changed` or `--only <area>` selects; undefined for all.
 * @returns {Promise<import('./selection.mjs').Selection | undefined>}
 */
async function selected() {
  if (given.includes('--changed')) return selectChanged(await changedFiles());
  const at = given.indexOf('--only');
  if (at === -1) return undefined;
  const found = selectArea(given[at + 1] ?? '');
  if (found) return found;
  say(`--only needs one of these areas: ${Object.keys(AREAS).join(', ')}`);
  process.exit(2);
}

/** Starts the installation of packages, which may take a minute, beside the checks: these need no engine. */
async function systemPackages() {
  if (!given.includes('--no-system'))
    await foreground(process.execPath, [at('tooling/bootstrap/system.mjs')]);
}

/** A preparation that fails counts as one failure; the stages that can run still do. @returns {Promise<Tally[]>} */
async function preparation() {
  try {
    await prepare({ system: 'skip', build: false });
    return [];
  } catch (error) {
    say(`FAILED preparation\n${error instanceof Error ? error.message : String(error)}`);
    return [{ passed: 0, failed: 1 }];
  }
}

/** @returns {Promise<Tally[]>} */
async function allStages() {
  const scratch = makeScratch();
  try {
    const scene = { scratch, env: environment(scratch) };
    const installed = systemPackages();
    const checked = await Promise.all(checks(selection).map((lane) => inTurn(lane, scene)));
    await installed;
    return [...checked.flat(), ...(await inTurn(suites(long, selection), scene))];
  } finally {
    const left = removeScratch(scratch);
    if (left !== undefined) say(left);
  }
}

/**
 * The tests bring their own data, ports and keys, so the caller's settings are removed.
 * @param {string} scratch
 * @returns {NodeJS.ProcessEnv}
 */
function environment(scratch) {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|SITEDECK_|SITES_|PUBLIC_|TLS_)|^(PORT|ADMIN_BIND|PREVIEW_DOMAIN|DATABASE_URL|NODE_NAME|TRUST_PROXY|ALLOW_PLAIN_HTTP|LOG_LEVEL)$/i.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept), TMPDIR: scratch, ...(long && { SITEDECK_TEST_LONG: '1' }) };
}

/** @param {Stage} stage @param {Scene} scene @returns {Promise<Tally>} */
async function run(stage, scene) {
  if (interrupted) return { passed: 0, failed: 1 };
  const since = Date.now();
  const { tally, output, slow = [], flaky = [] } = await stage.run(scene);
  flakyFiles.push(...flaky);
  if (tally.failed > 0) say(`\n${output.trim()}\n`);
  const all = tally.passed + tally.failed;
  const [verdict, count] =
    tally.failed > 0 ? ['FAILED', `${tally.failed} of ${all} failed`] : ['ok    ', `${all}`];
  say(`${verdict} ${stage.name.padEnd(11)} ${elapsed(since).padStart(8)}  ${count}`);
  for (const line of slow) say(`       ${line}`);
  return tally;
}

/** @param {readonly Stage[]} stages @param {Scene} scene @returns {Promise<Tally[]>} */
async function inTurn(stages, scene) {
  /** @type {Tally[]} */
  const tallies = [];
  for (const stage of stages) tallies.push(await run(stage, scene));
  return tallies;
}
