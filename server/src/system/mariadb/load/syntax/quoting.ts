import { DOUBLE_BYTE_ENCODINGS, type DoubleByteRanges } from './double-byte';

/** How a session reads quotes, by its sql_mode and its encoding. */
export interface Quoting {
  /** Whether a backslash escapes a quote in a string; false under NO_BACKSLASH_ESCAPES. */
  readonly backslashes: boolean;
  /** Double quotes enclose names, in which no backslash counts. */
  readonly ansi: boolean;
  /** Encoding of its statements, by the engine's name; absent: UTF-8. */
  readonly client?: string;
  /** Byte pairs of that encoding; absent: no second byte can be mistaken for a quote or a backslash. */
  readonly pairs?: DoubleByteRanges;
}

export const USUAL_QUOTING: Quoting = { backslashes: true, ansi: false };

/** Modes that include another mode are listed too: an engine reports both. */
const ANSI = /\b(?:ANSI(?:_QUOTES)?|ORACLE|MSSQL|DB2|POSTGRESQL|MAXDB)\b/i;

/**
 * @param mode as an engine reports it, or a statement that sets it, from which this guesses
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

/** Whether a backslash counts inside these quotes. */
export const escapesIn = (quote: string, { backslashes, ansi }: Quoting): boolean =>
  backslashes && (quote === "'" || (quote === '"' && !ansi));
