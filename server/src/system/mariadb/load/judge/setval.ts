import type { Whole } from './complete-statement';
import { tokensOf, type Token } from '../syntax/tokens';

const NUMBER = /^\d{1,20}$/;
const NAME = /^[A-Z_]/;
/** Words of the statement itself. */
const OWN: Readonly<Record<string, string>> = { DO: 'D', SETVAL: 'S' };

/** One character per token, for matching with a pattern. */
function signOf({ is, text, isUnsure }: Token): string {
  if (isUnsure || is === 'text') return '?';
  if (is === 'sign') return text;
  if (is === 'name') return 'n';
  if (Object.hasOwn(OWN, text)) return OWN[text] ?? '?';
  if (NUMBER.test(text)) return '1';
  return NAME.test(text) ? 'n' : '?';
}

/** `DO SETVAL(a, -1, 0, 0)`: a sequence of the database itself, and numbers. */
const SETVAL = /^DS\(n,-?1(?:,1(?:,1)?)?\)$/;
const TOKENS_MAX = 16;

/**
 * Whether a statement sets the position of a sequence as dumps do. A name with a database, a call or a comparison does
 * not qualify.
 */
export function isSetval({ text, reader }: Whole): boolean {
  let signs = '';
  let count = 0;
  for (const token of tokensOf(text, reader)) {
    if ((count += 1) > TOKENS_MAX) return false;
    signs += signOf(token);
  }
  return SETVAL.test(signs);
}
