/**
 * Source without comments, for rules about text. Linear: a comment that does not end runs to the end of the text.
 */
export function withoutComments(source: string, lineComments: readonly string[]): string {
  let out = '';
  let quote = '';
  let from = 0;
  for (let at = 0; at < source.length; at += 1) {
    const one = source.charAt(at);
    if (quote) {
      if (one === '\\') at += 1;
      else if (one === quote || one === '\n') quote = '';
      continue;
    }
    if (one === '"' || one === "'" || one === '`') quote = one;
    else if (one === '/' && source.charAt(at + 1) === '*') {
      out += source.slice(from, at);
      const end = source.indexOf('*/', at + 2);
      // Lines stay where they are.
      const to = end < 0 ? source.length : end + 2;
      out += source.slice(at, to).replace(/[^\n]+/g, '');
      at = to - 1;
      from = to;
    } else if (lineComments.some((mark) => source.startsWith(mark, at) && !isAddress(source, at))) {
      out += source.slice(from, at);
      const end = source.indexOf('\n', at);
      at = (end < 0 ? source.length : end) - 1;
      from = at + 1;
    }
  }
  return out + source.slice(from);
}

/** `http://` begins no comment. */
const isAddress = (source: string, at: number): boolean =>
  source.charAt(at) === '/' && source.charAt(at - 1) === ':';
