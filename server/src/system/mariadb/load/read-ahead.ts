import { setsSession, type JudgedStatement } from './statements';

/** A longer statement stays alone in memory. */
const AHEAD_MAX = 4 * 1024 * 1024;

/** Whether its effect can change how the next statement is read. */
const mayReadOn = (judged: JudgedStatement): boolean =>
  !setsSession(judged) && judged.text.length <= AHEAD_MAX;

/** Yields the same items, and reads and judges the next one while the consumer works on the current one. */
export async function* readAhead(
  statements: AsyncGenerator<JudgedStatement, void>,
): AsyncGenerator<JudgedStatement, void> {
  const read = () => {
    const next = statements.next();
    // Awaited in its turn, unless an earlier item fails.
    next.catch(() => undefined);
    return next;
  };
  let coming: ReturnType<typeof read> | undefined;
  try {
    for (;;) {
      const { done, value } = await (coming ?? read());
      if (done) return;
      coming = mayReadOn(value) ? read() : undefined;
      yield value;
    }
  } finally {
    // Not awaited: its input may never arrive.
    void statements.return().catch(() => undefined);
  }
}
