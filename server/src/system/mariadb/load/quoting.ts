/** How a session reads quotes: its sql_mode says, and what it takes text for. */
export interface Quoting {
  /** A backslash in a string keeps its quote from ending it. */
  readonly backslashes: boolean;
  /** Double quotes are around names, in which no backslash counts. */
  readonly ansi: boolean;
  /** Signs of two bytes, of which the second may look like a backslash or a quote; absent: there are none. */
  readonly pairs?: RegExp;
}

/** By the name of an encoding, as its engine tells the first byte of a pair from the second. */
const PAIRS: Readonly<Record<string, RegExp>> = {
  gbk: /[\x81-\xfe]([\x40-\x7e\x80-\xfe])/g,
  big5: /[\xa1-\xf9]([\x40-\x7e\xa1-\xfe])/g,
  sjis: /[\x81-\x9f\xe0-\xfc]([\x40-\x7e\x80-\xfc])/g,
  cp932: /[\x81-\x9f\xe0-\xfc]([\x40-\x7e\x80-\xfc])/g,
};

export const USUAL_QUOTING: Quoting = { backslashes: true, ansi: false };

/** Modes that bring another with them are named too: who asks an engine gets both. */
const ANSI = /\b(?:ANSI(?:_QUOTES)?|ORACLE|MSSQL|DB2|POSTGRESQL|MAXDB)\b/i;

/**
 * @param mode as an engine tells it; or a statement that sets it, of which this is a guess
 * @param client the encoding in which it takes statements
 */
export function quotingOf(mode: string, client = ''): Quoting {
  const pairs = Object.hasOwn(PAIRS, client) ? PAIRS[client] : undefined;
  return {
    backslashes: !/\bNO_BACKSLASH_ESCAPES\b/i.test(mode),
    ansi: ANSI.test(mode),
    ...(pairs && { pairs }),
  };
}

/** Whether an engine takes for half a sign what we take for a backslash or a quote: nobody can say where strings end. */
export function isAmbiguous(text: string, { pairs }: Quoting): boolean {
  if (pairs)
    for (const [, second] of text.matchAll(pairs)) if (second === '\\' || second === '`') return true;
  return false;
}

/** Whether a backslash counts inside of these quotes. */
export const escapesIn = (quote: string, { backslashes, ansi }: Quoting): boolean =>
  backslashes && (quote === "'" || (quote === '"' && !ansi));
