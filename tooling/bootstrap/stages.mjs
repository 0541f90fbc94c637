import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { typescript } from './build-stale.mjs';
import { capture } from './child.mjs';
import { at, ROOT } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { ofCheck, ofJest, slowest } from './tally.mjs';

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {{ tally: Tally, output: string, slow?: readonly string[] }} Result slow: where the time of a long stage went
 * @typedef {object} Scene
 * @property {NodeJS.ProcessEnv} env
 * @property {string} scratch folder that is removed afterwards
 * @typedef {{ name: string, run: (scene: Scene) => Promise<Result> }} Stage
 */

const MINUTE = 60_000;
/** So many files of a long stage are named. */
const SLOWEST = 6;

/** Programs of the root's own dependencies, run by this Node without a shell in between. */
const PROGRAMS = {
  oxlint: 'oxlint/bin/oxlint',
  prettier: 'prettier/bin/prettier.cjs',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  jest: 'jest/bin/jest.js',
};

/** @param {keyof typeof PROGRAMS} name */
const program = (name) => at('node_modules', ...PROGRAMS[name].split('/'));

/** MB of young memory: whoever reads every type of the house spends a third of its time on clearing away otherwise. */
const ROOMY = '--max-semi-space-size=128';

/** @param {string} name @param {string[]} args for Node @returns {Stage} */
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

/** @param {string} name @param {{ args: string[], timeoutMs: number, longMs: number }} options @returns {Stage} */
const tests = (name, { args, timeoutMs, longMs }) => ({
  name,
  run: async ({ env, scratch }) => {
    const since = Date.now();
    const report = join(scratch, `${name}.json`);
    const jest = [program('jest'), '-c', 'jest.config.ts', '--json', '--outputFile', report, ...args];
    const { code, output } = await capture(process.execPath, jest, {
      env: { ...env, ...MODULES },
      timeoutMs,
    });
    const json = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
    const slow = Date.now() - since > longMs ? slowest(json, SLOWEST) : [];
    return {
      tally: ofJest(json, code),
      output,
      slow: slow.map(({ file, seconds }) => `${String(seconds).padStart(5)} s  ${relative(ROOT, file)}`),
    };
  },
});

/** jest stays quiet about what Node calls experimental. */
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

/** Two processors' worth of about the same length: what needs no build does not wait for it. */
export const CHECKS = [
  [build, check('sizes', typescript('tooling/size-budgets.ts'))],
  [
    check('lint', [program('oxlint'), ...LINT]),
    check('format', [program('prettier'), '--check', '.']),
    check('boundaries', [program('depcruise'), ...BOUNDARIES]),
    check('unused', [program('knip')]),
  ],
];

const IN_ORDER = ['--testSequencer', at('tooling', 'jest', 'longest-first.cjs')];

/** A run that is twice as long as on a slow machine is stuck. @param {boolean} long rounds at full length take an hour, not minutes */
export const suites = (long) => [
  tests('unit', {
    args: ['--ignoreProjects', 'e2e', ...IN_ORDER],
    timeoutMs: (long ? 120 : 20) * MINUTE,
    longMs: 5 * MINUTE,
  }),
  tests('browser', {
    args: ['--selectProjects', 'e2e', ...IN_ORDER],
    timeoutMs: (long ? 60 : 18) * MINUTE,
    longMs: 5 * MINUTE,
  }),
];
