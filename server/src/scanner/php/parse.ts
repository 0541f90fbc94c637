import { Engine } from 'php-parser';
import { isNode, type Node } from './nodes';

export type Parsed =
  { readonly is: 'parsed'; readonly root: Node } | { readonly is: 'broken' } | { readonly is: 'too-deep' };

/** Newest PHP first: some names of functions became words of the language. */
const VERSIONS = ['8.2', '7.4', '5.6'];

function tryParse(source: string, version: string): Parsed {
  const engine = new Engine({
    parser: { extractDoc: false, suppressErrors: false, version, php7: true },
    ast: { withPositions: true },
    lexer: { short_tags: true, asp_tags: false },
  });
  try {
    const root: unknown = engine.parseCode(source, 'file');
    return isNode(root) ? { is: 'parsed', root } : { is: 'broken' };
  } catch (error) {
    // The parser is recursive: code that nests deeply fills the stack.
    return { is: error instanceof RangeError ? 'too-deep' : 'broken' };
  }
}

/** Pieces of text that are put together; the parser needs the square of their number. */
const LONG_CHAIN = /(?:(?:chr\(\s{0,4}\d{1,3}\s{0,4}\)|'[^'\\]{0,8}'|"[^"\\$]{0,8}")\s{0,4}\.\s{0,4}){20,}/gi;
const PIECE = /chr\(\s*(\d+)\s*\)|'([^']*)'|"([^"]*)"/gi;

/** A long chain of short texts as two texts: the analysis still sees that they were put together. */
function joinChain(chain: string): string {
  let text = '';
  for (const [, code, single, double] of chain.matchAll(PIECE))
    text += code === undefined ? (single ?? double ?? '') : String.fromCharCode(Number(code) & 255);
  const quoted = (part: string) => `'${part.replace(/[\\']/g, '\\$&')}'`;
  const lines = '\n'.repeat(chain.split('\n').length - 1);
  return `${quoted(text.slice(0, 1))}.${quoted(text.slice(1))}.${lines}`;
}

/** Parses PHP. An XML declaration is not a short tag. */
export function parsePhp(source: string): Parsed {
  const text = source
    .replace(/<\?xml/gi, '<!xml')
    .replace(LONG_CHAIN, joinChain)
    .replace(/<script\s+language\s*=\s*["']?php["']?\s*>/gi, asTag);
  let result: Parsed = { is: 'broken' };
  for (const version of VERSIONS) {
    result = tryParse(text, version);
    if (result.is !== 'broken') return result;
  }
  return result;
}

/** `<script language="php">` as a tag of the same length. */
const asTag = (tag: string): string => `<?php${' '.repeat(tag.length - 5)}`;
