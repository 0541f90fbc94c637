/** Longest source that is rewritten; more than this is only searched as it stands. */
const LONGEST = 2 * 1024 * 1024;

const character = (code: string, base = 10): string => {
  const number = Number.parseInt(code, base);
  return number > 31 && number < 127 ? String.fromCharCode(number) : ' ';
};

/** Joins pieces of text: `"ev" & "al"`, `"ev"+"al"`, `Chr(101) & Chr(118)`. */
function joined(source: string): string {
  return source
    .replace(/\bchrw?\(\s*(?:&h([\da-f]{2})|(\d{2,3}))\s*\)/gi, (_, hex?: string, decimal?: string) =>
      JSON.stringify(hex === undefined ? character(decimal ?? '') : character(hex, 16)),
    )
    .replace(/"[ \t]{0,20}(?:_\r?\n)?[ \t]{0,20}[&+][ \t]{0,20}(?:_\r?\n)?[ \t]{0,20}"/g, '');
}

/** Escapes of JScript, C# and Java in names: `\u0065val`. */
const unescaped = (source: string): string =>
  source
    .replace(/\\u{1,20}00([2-7][\da-f])/gi, (_, hex: string) => character(hex, 16))
    .replace(/\\U000000([2-7][\da-f])/gi, (_, hex: string) => character(hex, 16))
    .replace(/\\x([2-7][\da-f])/gi, (_, hex: string) => character(hex, 16))
    .replace(/&#(\d{2,3});/g, (_, code: string) => character(code))
    .replace(/&#x([2-7][\da-f]);/gi, (_, hex: string) => character(hex, 16))
    // C# permits these in names, where they mean nothing.
    .replace(/\\U?[\da-f]{0,4}200[c-f]|\u00e2\u0080[\u008b-\u008f]/gi, '');

/** Source of ASP, ASPX or JSP in the form that its rules expect: escapes and joins resolved, lines unchanged. */
export function normalised(source: string): string {
  if (source.length > LONGEST) return source;
  return joined(unescaped(source));
}
