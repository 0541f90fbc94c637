/** @param {number} since milliseconds, from `Date.now()` */
export const elapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** One progress line, short and readable. @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/** An expected failure: its message is shown, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a command's body; an expected failure becomes one line and exit code 1.
 * @param {() => Promise<number>} body resolves to the exit code
 */
export async function command(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Refusal ? error.message : text(error)}\n`);
  }
}

/** @param {unknown} error */
const text = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
