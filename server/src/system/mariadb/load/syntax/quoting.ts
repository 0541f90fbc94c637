import { DOUBLE_BYTE_ENCODINGS, type DoubleByteRanges } from './double-byte';

/** How a session reads quotes: its sql_mode says, and what it takes text for. */
export interface Quoting {
  /** A backslash in a string keeps its quote from ending it. */
  readonly backslashes: boolean;
  /** Double quotes are around names, in which no backslash counts. */
  readonly ansi: boolean;
  /** Encoding of its statements, as an engine names it; absent: UTF-8. */
  readonly client?: string;
  /** Of that encoding; absent: no byte looks like another. */
  readonly pairs?: DoubleByteRanges;
}

export const USUAL_QUOTING: Quoting = { backslashes: true, ansi: false };

/** Modes that bring another with them are named too: who asks an engine gets both. */
const ANSI = /\b(?:ANSI(?:_QUOTES)?|ORACLE|MSSQL|DB2|POSTGRESQL|MAXDB)\b/i;

/**
 * @param mode as an engine tells it; or a statement that sets it, of which this is a guess
 * @param client the encoding in which it takes statements
 */
export function quotingOf(mode: string, client = ''): Quoting {
  const pairs = Object.hasOwn(DOUBLE_BYTE_ENCODINGS, client) ? DOUBLE_BYTE_ENCODINGS[client] : undefined;
  return {
    backslashes: !/\bNO_BACKSLASH_ESCAPES\b/i.test(mode),
    ansi: ANSI.test(mode),
    ...(client !== '' && { client }),
    ...(pairs && { pairs }),
  };
}

/** Whether a backslash counts inside of these quotes. */
export const escapesIn = (quote: string, { backslashes, ansi }: Quoting): boolean =>
  backslashes && (quote === "'" || (quote === '"' && !ansi));
