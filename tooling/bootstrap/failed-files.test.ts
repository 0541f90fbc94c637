import { endOf, failedFiles, flakyLines, worthRerun } from './failed-files.mjs';
import { afterRerun } from './tally.mjs';

const passed = { fullName: 'a list shows its rows', status: 'passed' };
const failed = { fullName: 'a list keeps its selection', status: 'failed' };
const report = JSON.stringify({
  testResults: [
    { name: '/files/good.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    {
      name: '/files/list.test.ts',
      status: 'failed',
      message: 'expected 1',
      assertionResults: [passed, failed],
    },
    { name: '/files/syntax.test.ts', status: 'failed', message: 'Unexpected token', assertionResults: [] },
  ],
});
const [list, syntax] = failedFiles(report);
if (!list || !syntax) throw new Error('The report names two failed files');

it('names the failed tests of each failed file', () => {
  expect(failedFiles(report)).toEqual([
    { file: '/files/list.test.ts', tests: ['a list keeps its selection'], message: 'expected 1' },
    { file: '/files/syntax.test.ts', tests: [], message: 'Unexpected token' },
  ]);
});

it('names no file when jest died before it wrote a report', () => {
  expect(failedFiles(undefined)).toEqual([]);
});

it('runs a few failed files again, but not a broken build', () => {
  expect(worthRerun([])).toBe(false);
  expect(worthRerun([list, syntax])).toBe(true);
  expect(worthRerun(Array.from({ length: 7 }, () => list))).toBe(false);
});

it('prints one line per flaky test, and one for a file that could not run', () => {
  const shorten = (file: string) => file.slice('/files/'.length);
  expect(flakyLines(list, shorten)).toEqual(['flaky: list.test.ts › a list keeps its selection']);
  expect(flakyLines(syntax, shorten)).toEqual(['flaky: syntax.test.ts › (the file could not run)']);
});

it('counts a flaky test as passed and keeps the broken ones', () => {
  const first = { passed: 40, failed: 2 };
  expect(afterRerun(first, { flaky: [list, syntax], broken: [] })).toEqual({ passed: 42, failed: 0 });
  expect(afterRerun(first, { flaky: [list], broken: [syntax] })).toEqual({ passed: 41, failed: 1 });
  expect(afterRerun(first, { flaky: [], broken: [list, syntax] })).toEqual(first);
});

it('reports a broken file as failed although others were flaky', () => {
  expect(afterRerun({ passed: 3, failed: 1 }, { flaky: [list], broken: [syntax] }).failed).toBe(1);
});

it('shows the end of a long output and says how much is left out', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`);
  const shown = endOf(`${lines.join('\n')}\n`).split('\n');
  expect(shown).toHaveLength(151);
  expect(shown[0]).toBe('… 250 lines left out');
  expect(shown.at(-1)).toBe('line 399');
  expect(endOf('short\n')).toBe('short');
});
