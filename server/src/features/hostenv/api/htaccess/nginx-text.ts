/** Quotes a regular expression: nginx resolves `\\` and `\"`, other backslashes stay. */
export function quotedPattern(pattern: string): string {
  const inner = pattern.replace(/\\([\s\S])|"/g, (found, escaped: string | undefined) => {
    if (found === '"') return '\\"';
    if (escaped === '\\') return '\\\\\\\\';
    return escaped === ' ' ? '[ ]' : found;
  });
  return `"${inner}"`;
}

const PLAIN = /^[\w./?=&:$%+,~@!*-]+$/;

/** Quotes a value. */
export function quotedValue(value: string): string {
  if (PLAIN.test(value)) return value;
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

export const escapedForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Formats a block with its statements. */
export const nginxBlock = (head: string, ...statements: readonly string[]): string =>
  `${head} {\n${statements.map((statement) => `    ${statement}`).join('\n')}\n}`;
