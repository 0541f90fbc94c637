import { Faults, type SnippetFault } from './fault';
import { judgeSnippet } from './judge';
import { lex } from './lex';
import { parse, type Statement } from './parse';

export type { SnippetFault } from './fault';
export type { Statement } from './parse';

/** Rules of a host, all of them allowed. */
export interface Snippet {
  readonly statements: readonly Statement[];
  /** It contains a `location /`, which replaces the server's. */
  readonly mergedRoot: boolean;
}

export type SnippetReading =
  | { readonly is: 'read'; readonly snippet: Snippet }
  /** In the order of the text. */
  | { readonly is: 'refused'; readonly faults: readonly SnippetFault[] };

const LONGEST_BYTES = 64 * 1024;
const FAULTS_MAX = 50;

// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu;

function controlFaults(text: string, faults: Faults): void {
  for (const { 0: char, index } of text.matchAll(CONTROL)) {
    const before = text.slice(0, index);
    const line = before.split('\n').length;
    const column = index - before.lastIndexOf('\n');
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    faults.add({ line, column }, 'control-character', { code: `U+${code}` });
    if (faults.count() >= FAULTS_MAX) return;
  }
}

const refused = (faults: Faults): SnippetReading => ({ is: 'refused', faults: faults.first(FAULTS_MAX) });

const isRoot = ({ name, args }: Statement): boolean =>
  name === 'location' && args.length === 1 && args[0]?.text === '/';

/** Reads the owner's rules: nginx syntax with some of its directives. Pure; reports at most 50 faults. */
export function readSnippet(text: string): SnippetReading {
  const faults = new Faults();
  if (Buffer.byteLength(text) > LONGEST_BYTES) {
    faults.add({ line: 1, column: 1 }, 'too-long', { limit: String(LONGEST_BYTES / 1024) });
    return refused(faults);
  }
  controlFaults(text, faults);
  if (faults.count() > 0) return refused(faults);
  const tokens = lex(text.replace(/^\uFEFF/, ' '), faults);
  const statements = parse(tokens, faults);
  const meaning = new Faults();
  judgeSnippet(statements, meaning);
  faults.addElsewhere(meaning);
  if (faults.count() > 0) return refused(faults);
  return { is: 'read', snippet: { statements, mergedRoot: statements.some(isRoot) } };
}
