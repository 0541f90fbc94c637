/** What an engine calls itself, as a number: 10.11.14 is 101114. */
export type EngineVersion = number;

/** A version has five or six digits; with fewer they are what the comment holds. */
const OPENING = /\/\*(M?)!(\d{5,6})?/y;
/** As long as its beginning may be. */
export const OPENING_MAX = '/*M!999999'.length;

/** MySQL's from 5.7 on, whose syntax is its own: MariaDB takes none of them for its. */
const MYSQL_ONLY = { from: 50_700, to: 99_999 } as const;

/**
 * What an engine does with `/*!…` and `/*M!…`: it runs what stands in it, or skips all of it. Undefined where there is none.
 * @see https://mariadb.com/kb/en/comment-syntax/
 */
export function versionComment(
  text: string,
  at: number,
  engine: EngineVersion,
): { readonly is: 'run' | 'skipped'; readonly end: number } | undefined {
  OPENING.lastIndex = at;
  const [opening, mariadb, digits] = OPENING.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const end = at + opening.length;
  if (digits === undefined) return { is: 'run', end };
  const version = Number(digits);
  const isMysql = mariadb === '' && version >= MYSQL_ONLY.from && version <= MYSQL_ONLY.to;
  return { is: version <= engine && !isMysql ? 'run' : 'skipped', end };
}

/** Where a skipped one ends: one comment may stand in it, quotes count for nothing. */
export function skippedEnd(text: string, from: number): number {
  for (let at = from; ;) {
    const close = text.indexOf('*/', at);
    const open = text.indexOf('/*', at);
    if (close < 0) return text.length;
    if (open < 0 || close < open) return close + 2;
    const inner = text.indexOf('*/', open + 2);
    if (inner < 0) return text.length;
    at = inner + 2;
  }
}
