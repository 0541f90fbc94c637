import { isWord, tokensOf, type Reader, type Token } from '../syntax/tokens';

/** Characters to remove from a text: from and to. */
export type TextCut = readonly [from: number, to: number];

/** @param cuts sorted, without overlaps */
export function withoutCuts(text: string, cuts: readonly TextCut[]): string {
  let kept = '';
  let at = 0;
  for (const [from, to] of cuts) {
    kept += text.slice(at, from);
    at = to;
  }
  return kept + text.slice(at);
}

const isName = (token: Token | undefined): token is Token =>
  token !== undefined && (token.is === 'name' || token.is === 'word') && token.isAmbiguous !== true;

/** The database before a name: `a.` of `a.b`. */
export function databaseBefore(words: readonly Token[], at: number): readonly TextCut[] {
  const [database, dot, name] = words.slice(at, at + 3);
  return isName(database) && dot?.text === '.' && isName(name) ? [[database.at, name.at]] : [];
}

const MENTIONS = /nextval|lastval|value\s+for/i;

/**
 * A column default that uses a sequence names the sequence's database, which may be another one than the target of the
 * load. A dump holds one database, so the sequence is always in that one.
 */
export function withoutDatabases(text: string, reader: Reader): string {
  if (!MENTIONS.test(text)) return text;
  const words = [...tokensOf(text, reader)];
  const cuts = words.flatMap((word, at): readonly TextCut[] => {
    const isCall = isWord(word, 'NEXTVAL', 'LASTVAL') && words[at + 1]?.text === '(';
    if (isCall) return databaseBefore(words, at + 2);
    const isFor = isWord(word, 'FOR') && isWord(words[at - 1], 'VALUE');
    return isFor ? databaseBefore(words, at + 1) : [];
  });
  return withoutCuts(text, cuts);
}
