import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCoverage, type Proof, type Sentence } from './coverage';
import type { Mutant } from './mutants';
import { makeScratchCopy } from './scratch-copy';

export type Verdict =
  | { readonly is: 'killed' }
  /** The value was changed and nobody noticed. */
  | { readonly is: 'survived' }
  | { readonly is: 'impossible'; readonly why: string };

type TestProof = Extract<Proof, { is: 'test' }>;

/** A browser test would need a build of the product for each value. */
const isQuick = (proof: Proof): proof is TestProof => proof.is === 'test' && !proof.file.startsWith('e2e/');

const testsOf = (sentence: Sentence | undefined): readonly TestProof[] =>
  sentence?.proofs.filter(isQuick) ?? [];

/** Pattern by which jest finds a title; placeholders of `it.each` and apostrophes match any text. */
const pattern = (title: string): string =>
  title
    .split(/%[a-z%]|\$\w+|['’]/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('.*');

/** Fields of jest's result file that are read here. */
interface Outcome {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

const NOTHING: Outcome = { success: false, numPassedTests: 0, numFailedTests: 0 };

/** Quick rounds, even if this runs as one of the long tests. */
const QUICK = { NODE_NO_WARNINGS: '1', SITEDECK_TEST_LONG: '0' };

/** Runs exactly the given tests. */
function run(folder: string, tests: readonly TestProof[]): Outcome {
  const result = join(folder, '.tried.json');
  rmSync(result, { force: true });
  spawnSync(
    process.execPath,
    [
      join(folder, 'node_modules/jest/bin/jest.js'),
      ...['-c', 'jest.config.ts', '--silent', '--cacheDirectory', join(folder, '.jest')],
      ...['--json', '--outputFile', result, '-t', tests.map(({ title }) => pattern(title)).join('|')],
      ...['--runTestsByPath', ...new Set(tests.map(({ file }) => file))],
    ],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, ...QUICK } },
  );
  return existsSync(result) ? (JSON.parse(readFileSync(result, 'utf8')) as Outcome) : NOTHING;
}

/** A run that did not find all the tests does not count as passed. */
function passes(folder: string, tests: readonly TestProof[]): boolean {
  const { success, numPassedTests } = run(folder, tests);
  return success && numPassedTests >= tests.length;
}

/** A mutant that does not compile fails test files, but no test. */
function verdictOf({ success, numFailedTests }: Outcome): Verdict {
  if (success) return { is: 'survived' };
  return numFailedTests > 0 ? { is: 'killed' } : { is: 'impossible', why: 'no test could run with it' };
}

const filesOf = (tests: readonly TestProof[]) => [...new Set(tests.map(({ file }) => file))].join(', ');

function tryOne(folder: string, mutant: Mutant, tests: readonly TestProof[]): Verdict {
  const file = join(folder, mutant.file);
  const source = readFileSync(file, 'utf8');
  if (source.split(mutant.from).length !== 2)
    return { is: 'impossible', why: `"${mutant.from}" does not stand exactly once in ${mutant.file}` };
  writeFileSync(
    file,
    source.replace(mutant.from, () => mutant.to),
  );
  try {
    return verdictOf(run(folder, tests));
  } finally {
    writeFileSync(file, source);
  }
}

/**
 * Changes each value in a scratch copy and runs the tests of its sentence there. These tests must first pass on the
 * unchanged copy: a test that always fails would detect every mutant.
 * @param only rules to try; all if none are given
 */
export function* tryMutants(
  root: string,
  mutants: readonly Mutant[],
  only: readonly string[] = [],
): Generator<{ readonly mutant: Mutant; readonly verdict: Verdict }> {
  const sentences = readCoverage(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));
  const chosen = mutants.filter(({ rule }) => only.length === 0 || only.includes(rule));
  const copy = makeScratchCopy(root);
  const unchanged = new Map<string, boolean>();
  const passesUnchanged = (tests: readonly TestProof[]): boolean => {
    const key = tests.map(({ file, title }) => file + title).join();
    const known = unchanged.get(key) ?? passes(copy.folder, tests);
    unchanged.set(key, known);
    return known;
  };
  try {
    for (const mutant of chosen) {
      const tests = testsOf(sentences.find(({ id }) => id === mutant.rule));
      if (tests.length === 0)
        yield { mutant, verdict: { is: 'impossible', why: 'its sentence has no test but in a browser' } };
      else if (!passesUnchanged(tests))
        yield { mutant, verdict: { is: 'impossible', why: `${filesOf(tests)} fails without any change` } };
      else yield { mutant, verdict: tryOne(copy.folder, mutant, tests) };
    }
  } finally {
    copy.remove();
  }
}
