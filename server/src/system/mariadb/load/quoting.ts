/** How a session reads quotes: its sql_mode says. */
export interface Quoting {
  /** A backslash in a string keeps its quote from ending it. */
  readonly backslashes: boolean;
  /** Double quotes are around names, in which no backslash counts. */
  readonly ansi: boolean;
}

export const USUAL_QUOTING: Quoting = { backslashes: true, ansi: false };

/** Modes that bring another with them are named too: who asks an engine gets both. */
const ANSI = /\b(?:ANSI(?:_QUOTES)?|ORACLE|MSSQL|DB2|POSTGRESQL|MAXDB)\b/i;

/** @param mode as an engine tells it; or a statement that sets it, of which this is a guess */
export const quotingOf = (mode: string): Quoting => ({
  backslashes: !/\bNO_BACKSLASH_ESCAPES\b/i.test(mode),
  ansi: ANSI.test(mode),
});

/** Whether a backslash counts inside of these quotes. */
export const escapesIn = (quote: string, { backslashes, ansi }: Quoting): boolean =>
  backslashes && (quote === "'" || (quote === '"' && !ansi));
