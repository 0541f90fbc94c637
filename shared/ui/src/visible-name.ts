/** Characters that reverse or hide text. A name may contain them, but users must see them. */
const HIDDEN_MARKS: Readonly<Record<string, string>> = {
  '\t': 'TAB',
  '\n': 'LF',
  '\r': 'CR',
  '\u061c': 'ALM',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u2028': 'LS',
  '\u2029': 'PS',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
};

// oxlint-disable-next-line no-control-regex -- finds control characters
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** In code also joiners and blank letters: an identifier may consist of them. A tab is usual there. */
const UNSEEN_IN_CODE = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2800]/gu;

const sign = (label: string) => `⟨${label}⟩`;

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return sign(HIDDEN_MARKS[character] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
}

/**
 * Makes a file name safe to show: replaces characters that are invisible, break the line or reverse the text
 * by a visible label (`⟨LF⟩`, `⟨RLO⟩`), so that `exe.⟨RLO⟩gpj` can't pass for a picture. Emoji joiners stay.
 */
export function visibleName(name: string): string {
  return name.replace(UNSEEN, show).replace(/^ +| +$/g, (spaces) => sign('SP').repeat(spaces.length));
}

/** Makes a line of code safe to show: what is shown is what runs. */
export const visibleCode = (line: string): string => line.replace(UNSEEN_IN_CODE, show);
