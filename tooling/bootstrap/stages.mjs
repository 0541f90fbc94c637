import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { typescript } from './build-stale.mjs';
import { capture } from './child.mjs';
import { at, ROOT } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { endOf, failedFiles, flakyLines, worthRerun } from './failed-files.mjs';
import { afterRerun, ofCheck, ofJest, slowest } from './tally.mjs';

/**
 * @typedef {import('./failed-files.mjs').FailedFile} FailedFile
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {object} Result
 * @property {Tally} tally
 * @property {string} output shown where something failed
 * @property {readonly string[]} [slow] where the time of a long stage went
 * @property {readonly FlakyFile[]} [flaky] files that failed once and passed alone
 * @typedef {{ lines: readonly string[], output: string }} FlakyFile lines: one per test; output: of both runs
 * @typedef {object} Scene
 * @property {NodeJS.ProcessEnv} env
 * @property {string} scratch folder that is removed afterwards
 * @typedef {{ name: string, run: (scene: Scene) => Promise<Result> }} Stage
 */

const MINUTE = 60_000;
/** So many files of a long stage are named. */
const SLOWEST = 6;

/** Programs of the root's own dependencies, run by this Node.js without a shell in between. */
const PROGRAMS = {
  oxlint: 'oxlint/bin/oxlint',
  prettier: 'prettier/bin/prettier.cjs',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  jest: 'jest/bin/jest.js',
};

/** @param {keyof typeof PROGRAMS} name */
const program = (name) => at('node_modules', ...PROGRAMS[name].split('/'));

/** Young generation, MB: with less, a program that reads every type spends a third of its time on garbage collection. */
const ROOMY = '--max-semi-space-size=128';

/** @param {string} name @param {string[]} args for Node.js @returns {Stage} */
const check = (name, args) => ({
  name,
  run: async ({ env }) => {
    const { code, output } = await capture(process.execPath, [ROOMY, ...args], {
      env,
      timeoutMs: 12 * MINUTE,
    });
    return { tally: ofCheck(code), output };
  },
});

/**
 * @typedef {{ code: number, output: string, json: string | undefined }} JestRun
 * @param {Scene} scene
 * @param {{ name: string, args: readonly string[], timeoutMs: number }} options
 * @returns {Promise<JestRun>}
 */
async function runJest({ env, scratch }, { name, args, timeoutMs }) {
  const report = join(scratch, `${name}.json`);
  const jest = [program('jest'), '-c', 'jest.config.ts', '--json', '--outputFile', report, ...args];
  const { code, output } = await capture(process.execPath, jest, { env: { ...env, ...MODULES }, timeoutMs });
  return { code, output, json: existsSync(report) ? readFileSync(report, 'utf8') : undefined };
}

const RERUN_MS = 6 * MINUTE;

/**
 * Runs a failed file once more, alone: a test that only fails beside others is flaky, not broken.
 * @param {Scene} scene
 * @param {FailedFile} failed
 * @param {number} index
 * @returns {Promise<{ failed: FailedFile, secondRun: JestRun, hasPassed: boolean }>}
 */
async function runAlone(scene, failed, index) {
  // A test that fails may leave a handle open, for which jest would wait.
  const args = ['--runInBand', '--forceExit', '--silent', '--runTestsByPath', failed.file];
  const secondRun = await runJest(scene, { name: `again-${index}`, args, timeoutMs: RERUN_MS });
  const { passed, failed: stillFailed } = ofJest(secondRun.json, secondRun.code);
  return { failed, secondRun, hasPassed: passed > 0 && stillFailed === 0 };
}

/** @param {FailedFile} failed */
const failureText = ({ file, message }) => `FAIL ${relative(ROOT, file)}\n${message}`;

/** @param {string} name @param {{ args: string[], timeoutMs: number, longMs: number }} options @returns {Stage} */
const tests = (name, { args, timeoutMs, longMs }) => ({
  name,
  run: async (scene) => {
    const since = Date.now();
    const first = await runJest(scene, { name, args, timeoutMs });
    const slow = Date.now() - since > longMs ? slowest(first.json, SLOWEST) : [];
    const failed = failedFiles(first.json);
    const reruns = [];
    if (worthRerun(failed))
      for (const [index, one] of failed.entries()) reruns.push(await runAlone(scene, one, index));
    const flaky = reruns.filter(({ hasPassed }) => hasPassed);
    const broken = failed.filter((one) => !flaky.some((other) => other.failed === one));
    const tally = afterRerun(ofJest(first.json, first.code), {
      flaky: flaky.map((one) => one.failed),
      broken,
    });
    return {
      tally,
      // jest's output about the failed files; the end of all it printed if it names none.
      output: broken.length > 0 ? broken.map(failureText).join('\n') : endOf(first.output),
      slow: slow.map(({ file, seconds }) => `${String(seconds).padStart(5)} s  ${relative(ROOT, file)}`),
      flaky: flaky.map((one) => ({
        lines: flakyLines(one.failed, (file) => relative(ROOT, file)),
        output: `${failureText(one.failed)}\n\nThe same file alone:\n${endOf(one.secondRun.output)}`,
      })),
    };
  },
});

/** jest stays quiet about what Node.js calls experimental. */
const MODULES = { NODE_NO_WARNINGS: '1' };

/** Rules and the compiler's own findings, from one reading of all types. */
const LINT = ['--type-aware', '--type-check', '--report-unused-disable-directives', '--deny-warnings'];

const BOUNDARIES = [
  'shell',
  'remotes',
  'shared',
  'server',
  'tooling',
  'e2e',
  '--config',
  '.dependency-cruiser.cjs',
];

const PROCESSES = ['server/src', '--config', '.dependency-cruiser-processes.cjs'];

/** @type {Stage} */
const build = {
  name: 'build',
  run: async () => {
    try {
      await prepare({ system: 'skip' });
      return { tally: ofCheck(0), output: '' };
    } catch (error) {
      return { tally: ofCheck(1), output: error instanceof Error ? error.message : String(error) };
    }
  },
};

const BOUNDARY_CHECKS = [
  check('boundaries', [program('depcruise'), ...BOUNDARIES]),
  check('processes', [program('depcruise'), ...PROCESSES]),
];

/** Two processors' worth of about the same length: what needs no build does not wait for it. */
const ALL_CHECKS = [
  [build, check('sizes', typescript('tooling/size-budgets.ts'))],
  [
    check('lint', [program('oxlint'), ...LINT]),
    check('format', [program('prettier'), '--check', '.']),
    ...BOUNDARY_CHECKS,
    check('unused', [program('knip')]),
    check('words', typescript('tooling/check-words.ts')),
  ],
];

/**
 * Checks of a run: all, or those that a selection of files can fail.
 * @param {import('./selection.mjs').Selection | undefined} selection
 * @returns {readonly (readonly Stage[])[]}
 */
export function checks(selection) {
  if (!selection) return ALL_CHECKS;
  const files = selection.files.filter((file) => existsSync(at(file)));
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const ofFiles = [
    check('lint', [program('oxlint'), ...LINT, ...files]),
    check('format', [program('prettier'), '--check', '--ignore-unknown', ...files]),
    ...BOUNDARY_CHECKS,
    ...(sources.length > 0 ? [check('words', typescript('tooling/check-words.ts', ...sources))] : []),
  ];
  return [[build], files.length > 0 ? ofFiles : []];
}

/** Workers for two processors: most tests wait for an engine, a poll or a page. */
const UNIT_WORKERS = ['--maxWorkers', '4'];
const BROWSER_WORKERS = ['--maxWorkers', '4'];

const IN_ORDER = ['--testSequencer', at('tooling', 'jest', 'longest-first.cjs')];

const UNIT = ['--ignoreProjects', 'e2e', ...UNIT_WORKERS, ...IN_ORDER];
const BROWSER = ['--selectProjects', 'e2e', ...BROWSER_WORKERS, ...IN_ORDER];

/**
 * A run that is twice as long as on a slow machine is stuck.
 * @param {boolean} long rounds at full length take an hour, not minutes
 * @param {import('./selection.mjs').Selection | undefined} selection undefined: all tests
 * @returns {readonly Stage[]}
 */
export function suites(long, selection) {
  // Several times what a quiet machine takes: these limits end a run that hangs, not one on a slow machine.
  const unit = { timeoutMs: (long ? 120 : 45) * MINUTE, longMs: 5 * MINUTE };
  const browser = { timeoutMs: (long ? 60 : 45) * MINUTE, longMs: 5 * MINUTE };
  if (!selection)
    return [tests('unit', { ...unit, args: UNIT }), tests('browser', { ...browser, args: BROWSER })];
  const { related, folders, e2e } = selection;
  return [
    ...(related.length > 0
      ? [tests('related', { ...unit, args: [...UNIT, '--findRelatedTests', ...related] })]
      : []),
    ...(folders.length > 0 ? [tests('unit', { ...unit, args: [...UNIT, ...folders.map(asPattern)] })] : []),
    ...(e2e.length > 0
      ? [tests('browser', { ...browser, args: [...BROWSER, '--runTestsByPath', ...e2e] })]
      : []),
  ];
}

/** A pattern that jest finds in the path of each test of a folder. @param {string} folder */
const asPattern = (folder) => `^${at(folder).replaceAll('.', '\\.')}`;
