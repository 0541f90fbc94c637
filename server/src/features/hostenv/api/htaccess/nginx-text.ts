/** A regular expression as one word: nginx takes `\\` and `\"` apart, everything else behind a backslash stays. */
export function quotedPattern(pattern: string): string {
  const inner = pattern.replace(/\\([\s\S])|"/g, (found, escaped: string | undefined) => {
    if (found === '"') return '\\"';
    if (escaped === '\\') return '\\\\\\\\';
    return escaped === ' ' ? '[ ]' : found;
  });
  return `"${inner}"`;
}

const PLAIN = /^[\w./?=&:$%+,~@!*-]+$/;

/** A value as one word. */
export function quotedValue(value: string): string {
  if (PLAIN.test(value)) return value;
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

export const escapedForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A block with one statement. */
export const block = (head: string, ...statements: readonly string[]): string =>
  `${head} {\n${statements.map((statement) => `    ${statement}`).join('\n')}\n}`;
