/**
 * A test file that failed in a jest run.
 * @typedef {object} FailedFile
 * @property {string} file absolute path
 * @property {readonly string[]} tests full names of its failed tests; none where the file itself could not run
 * @property {string} message what jest printed about it
 */

/**
 * @typedef {object} TestResult one file in the report of `jest --json`
 * @property {string} name
 * @property {'passed' | 'failed'} status
 * @property {string} message
 * @property {readonly { fullName: string, status: string }[]} assertionResults
 */

/**
 * The failed files of a jest run, from its `--json` report.
 * @param {string | undefined} json undefined when jest died before it wrote any
 * @returns {readonly FailedFile[]}
 */
export function failedFiles(json) {
  if (json === undefined) return [];
  /** @type {{ testResults: readonly TestResult[] }} */
  const { testResults } = JSON.parse(json);
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => ({
      file: name,
      tests: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      message,
    }));
}

/** More failed files than this mean a broken build, not a race: a second run would only cost time. */
const RERUN_MAX = 6;

/**
 * Whether the failed files of a run deserve a second run, each alone.
 * @param {readonly FailedFile[]} failed
 */
export const worthRerun = (failed) => failed.length > 0 && failed.length <= RERUN_MAX;

/** This many lines show why a program ended; earlier ones are the logs of its tests. */
const LAST_LINES = 150;

/**
 * The last lines of a long output, which show how the program ended.
 * @param {string} output
 */
export function endOf(output) {
  const lines = output.trimEnd().split('\n');
  if (lines.length <= LAST_LINES) return output.trimEnd();
  return [`… ${lines.length - LAST_LINES} lines left out`, ...lines.slice(-LAST_LINES)].join('\n');
}

/** A run with more flaky files than this fails: its result would mean nothing. */
export const FLAKY_MAX = 3;

/**
 * One line per test that failed beside others and passed alone.
 * @param {FailedFile} failed
 * @param {(file: string) => string} shorten
 * @returns {readonly string[]}
 */
export function flakyLines({ file, tests }, shorten) {
  const names = tests.length > 0 ? tests : ['(the file could not run)'];
  return names.map((test) => `flaky: ${shorten(file)} › ${test}`);
}
