/** `*` stands for any characters, `?` for one; letter case does not matter. */
export type NameTest = (name: string) => boolean;

/**
 * Whether an entire name matches a pattern. Backtracks to the last star only, so that the time is at most the product of
 * both lengths.
 */
function fits(name: string, pattern: string): boolean {
  let [at, want] = [0, 0];
  let star: { readonly want: number; at: number } | undefined;
  while (at < name.length) {
    if (pattern[want] === '*') star = { want: ++want, at };
    else if (want < pattern.length && (pattern[want] === '?' || pattern[want] === name[at])) {
      at += 1;
      want += 1;
    } else if (star) {
      star.at += 1;
      [at, want] = [star.at, star.want];
    } else return false;
  }
  while (pattern[want] === '*') want += 1;
  return want === pattern.length;
}

const hasJoker = (pattern: string) => /[*?]/.test(pattern);

/** Tests whether an entire name matches one of the patterns. */
export function matchesAnyOf(patterns: readonly string[]): NameTest {
  const folded = patterns.map((pattern) => pattern.toLowerCase());
  return (name) => {
    const own = name.toLowerCase();
    return folded.some((pattern) => fits(own, pattern));
  };
}

/** Tests a name against what the user typed: a part of it, or a pattern. */
export function nameTest(typed: string): NameTest {
  if (hasJoker(typed)) return matchesAnyOf([typed]);
  const wanted = typed.toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
}
