import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coverageProblems, readCoverage } from './coverage';
import { MUTANTS } from './mutants';
import { tryMutants } from './try-mutants';

/**
 * `npm run spec` checks that every sentence has a test. `npm run spec -- --mutants [rule…]` checks that these tests
 * fail with another value.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const given = process.argv.slice(2);
const read = (file: string) => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

const sentences = readCoverage(read('docs/spec-coverage.md') ?? '');
const problems = coverageProblems(sentences, { read });
const later = sentences.filter(({ proofs }) => proofs.some(({ is }) => is === 'later')).length;
console.log(
  `${sentences.length} sentences, ${later} of areas to come, ${problems.length} without a sound proof`,
);
for (const problem of problems) console.log(`  ${problem}`);
let failed = problems.length;

if (given.includes('--mutants')) {
  for (const { mutant, verdict } of tryMutants(
    root,
    MUTANTS,
    given.filter((word) => !word.startsWith('-')),
  )) {
    const why = verdict.is === 'impossible' ? ` (${verdict.why})` : '';
    const change = `${mutant.from} → ${mutant.to}`.replaceAll(/\s+/g, ' ');
    console.log(`${verdict.is.padEnd(10)} ${mutant.rule}  ${change}${why}`);
    if (verdict.is !== 'killed') failed += 1;
  }
}
process.exitCode = failed === 0 ? 0 : 1;
