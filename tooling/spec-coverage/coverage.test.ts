import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { coverageProblems, readCoverage, type Sentence } from './coverage';
import { MUTANTS } from './mutants';
import { tryMutants } from './try-mutants';

const root = resolve(__dirname, '../..');
const read = (file: string) => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};
const sentences = readCoverage(read('docs/spec-coverage.md') ?? '');

describe('the specification', () => {
  it('has a test for every sentence of its sections 1 to 9, and each of these tests exists', () => {
    expect(coverageProblems(sentences, { read })).toEqual([]);
    const sections = new Set(sentences.map(({ id }) => id.split('.')[0]));
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('marks as later each sentence whose menu entries come from the draft of a manifest', () => {
    const isDraft = ({ proofs }: Sentence) =>
      proofs.some((proof) => proof.is === 'test' && proof.file === 'shell/src/routing/full-menu.test.ts');
    const unmarked = sentences
      .filter(isDraft)
      .filter(({ proofs }) => proofs.every(({ is }) => is !== 'later'));
    expect(unmarked.map(({ id }) => id)).toEqual([]);
  });

  it('has a mutant for every constant of section 9 and every rule of the menu', () => {
    const says = ({ proofs }: Sentence) => proofs.some(({ is }) => is === 'test');
    const constants = sentences.filter(
      (sentence) => /^(?:[69]\.|4\.25$)/.test(sentence.id) && says(sentence),
    );
    const changed = new Set(MUTANTS.map(({ rule }) => rule));
    expect(constants.map(({ id }) => id).filter((id) => !changed.has(id))).toEqual([]);
  });

  const long = process.env['SITEDECK_TEST_LONG'] === '1' ? it : it.skip;
  long(
    'notices when one of those values is another',
    () => {
      const unnoticed = [...tryMutants(root, MUTANTS)].filter(({ verdict }) => verdict.is !== 'killed');
      expect(unnoticed).toEqual([]);
    },
    60 * 60_000,
  );
});

/** A test, a table of tests, and a word in a comment. */
const TESTS = `
  it('polls', async () => {}); // waits
  it.each([[1, 'a']])('counts %s (to %s)', (n, name) => {});
`;

describe('the coverage document', () => {
  const row = (proof: string) => readCoverage(`| 9.01 | Polling. | ${proof} |`);
  const sources = { read: (file: string) => (file === 'a.test.ts' ? TESTS : undefined) };

  it('reports a sentence without a test, or with a test that does not exist', () => {
    expect(coverageProblems(row('soon'), sources)).toEqual(['9.01 has no test']);
    expect(coverageProblems(row('`b.test.ts`: polls'), sources)).toEqual(['9.01 there is no b.test.ts']);
    expect(coverageProblems(row('`a.test.ts`: waits'), sources)).toEqual([
      '9.01 a.test.ts has no test "waits"',
    ]);
    expect(coverageProblems(row('`a.test.ts`: polls'), sources)).toEqual([]);
    expect(coverageProblems(row('`a.test.ts`: counts %s (to'), sources)).toEqual([]);
  });

  it('reports a sentence that is listed twice', () => {
    const twice = [...row('`a.test.ts`: polls'), ...row('`a.test.ts`: polls')];
    expect(coverageProblems(twice, sources)).toEqual(['9.01 stands there twice']);
  });
});
