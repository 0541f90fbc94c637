/** An engine's version as a number: 10.11.14 is 101114. */
export type EngineVersion = number;

/** A version has five or six digits; fewer digits belong to the comment's content. */
const OPENING = /\/\*(M?)!(\d{5,6})?/y;
/** Maximum length of the opening. */
export const OPENING_MAX = '/*M!999999'.length;

/** From 5.7 on, MySQL's syntax is its own: MariaDB skips such comments. */
const MYSQL_ONLY = { from: 50_700, to: 99_999 } as const;

/**
 * What an engine does with `/*!…` and `/*M!…`: it runs the content, or skips it. Undefined: there is no such
 * comment.
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

/** Where a skipped comment ends: one comment may be nested in it, and quotes don't count. */
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
