/** Spreadsheets evaluate a cell with this beginning as a formula; some skip blanks and line ends before it. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u;

/** In locales that separate cells by semicolons, our quotation marks do not keep a cell together. */
const INNER_FORMULA = /[;\t\r\n][\s\p{Cc}"]*(?=[=+\-@＝＋－＠])/gu;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Formats one cell (RFC 4180). An apostrophe is put before text that a spreadsheet would evaluate. */
export function csvCell(text: string): string {
  const inner = text.replace(INNER_FORMULA, "$&'");
  const safe = FORMULA.test(text) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Without a byte order mark Excel does not recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
