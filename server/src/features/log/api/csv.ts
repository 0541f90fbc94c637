/** Spreadsheets take a cell that begins so for a formula, and some look past blanks and line ends first. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u;

/** Where the language of the machine parts cells by semicolons, quotes of ours hold nothing together. */
const INNER_FORMULA = /[;\t\r\n][\s\p{Cc}"]*(?=[=+\-@＝＋－＠])/gu;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One cell (RFC 4180); one that a spreadsheet would run begins with an apostrophe instead. */
export function csvCell(text: string): string {
  const inner = text.replace(INNER_FORMULA, "$&'");
  const safe = FORMULA.test(text) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Without it Excel takes UTF-8 for the language of the machine. */
export const BOM = '\uFEFF';
