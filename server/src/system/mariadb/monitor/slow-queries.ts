const SHOWN = 1000;

/**
 * A statement without its values and comments: strings and numbers become `?`, lists of them one `(?)`. Names between
 * backticks stay.
 */
export function shapeOf(statement: string): string {
  const shape = statement
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*(?:'|$)|"(?:[^"\\]|\\.|"")*(?:"|$)/gs, (part) =>
      part.startsWith('`') ? part : '?',
    )
    .replace(/(?:--\s|#)[^\n]*/g, ' ')
    .replace(/\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi, '?')
    .replace(/\s+/g, ' ')
    .replace(/\(\s*\?(?:\s*,\s*\?)*\s*\)(?:\s*,\s*\(\s*\?(?:\s*,\s*\?)*\s*\))*/g, '(?)')
    .trim();
  return shape.length > SHOWN ? `${shape.slice(0, SHOWN)}…` : shape;
}
