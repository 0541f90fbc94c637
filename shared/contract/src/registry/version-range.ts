type Triple = readonly [number, number, number];

function parse(version: string): Triple {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined) throw new Error(`not a version: ${version}`);
  return [Number(major), Number(minor), Number(patch)];
}

const compare = (a: Triple, b: Triple): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** First version that `^` excludes: it raises the leftmost number that is not 0. */
function caretEnd([major, minor, patch]: Triple): Triple {
  if (major > 0) return [major + 1, 0, 0];
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
}

const END = [Infinity, 0, 0] as const;

function bounds(range: string): readonly [Triple, Triple] {
  if (range === '*') return [[0, 0, 0], END];
  const from = parse(range.replace(/^(?:\^|~|>=|=)?\s*/, ''));
  if (range.startsWith('^')) return [from, caretEnd(from)];
  if (range.startsWith('~')) return [from, [from[0], from[1] + 1, 0]];
  if (range.startsWith('>=')) return [from, END];
  return [from, [from[0], from[1], from[2] + 1]];
}

const PART = /^(?:\*|(?:\^|~|>=|=)?\s*\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;

/** Whether `compareToRange` can read a manifest's range. */
export const isRange = (text: string): boolean => text.split('||').every((part) => PART.test(part.trim()));

/**
 * Compares a version with a manifest's range: `*`, `1.2.3`, `^1.2.3`, `~1.2.3`, `>=1.2.3`, alternatives by `||`. A
 * version between two alternatives counts as below, since a newer console would satisfy the range.
 */
export function compareToRange(version: string, range: string): 'inside' | 'below' | 'above' {
  const held = parse(version);
  const parts = range.split('||').map((part) => bounds(part.trim()));
  if (parts.some(([from, end]) => compare(held, from) >= 0 && compare(held, end) < 0)) return 'inside';
  return parts.some(([from]) => compare(held, from) < 0) ? 'below' : 'above';
}
