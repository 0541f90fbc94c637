import { setsSession, type Judged } from './statements';

/** A statement that is longer stays alone in memory. */
const AHEAD_MAX = 4 * 1024 * 1024;

/** What it does counts for how the next one is read. */
const mayReadOn = (judged: Judged): boolean => !setsSession(judged) && judged.text.length <= AHEAD_MAX;

/** The same, of which each next one is read and judged while whoever takes them is busy with the one before. */
export async function* readAhead(statements: AsyncGenerator<Judged, void>): AsyncGenerator<Judged, void> {
  const read = () => {
    const next = statements.next();
    // It is waited for in its turn, unless one before it fails.
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
    // Not waited for: what it reads may never come.
    void statements.return().catch(() => undefined);
  }
}
