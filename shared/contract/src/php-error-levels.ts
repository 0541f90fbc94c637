import { PHP_ERROR_LEVELS, type PhpErrorLevel } from './php-parameters';

const isLevel = (name: string): name is PhpErrorLevel => Object.hasOwn(PHP_ERROR_LEVELS, name);
/** Every level: nothing is worked out while a page loads that asks for none of this. */
const ALL = 0x7fff;

const TOKEN = /\s*(E_[A-Z_]+|\d{1,5}|-1|[|&^~()])/y;

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

function bitsOf(token: string): number | undefined {
  if (token === 'E_ALL' || token === '-1') return ALL;
  if (isLevel(token)) return PHP_ERROR_LEVELS[token];
  const bits = /^\d+$/.test(token) ? Number(token) : undefined;
  return bits !== undefined && bits <= ALL ? bits : undefined;
}

/** One level, or what stands in brackets, perhaps turned round by `~`. Takes what it reads off `tokens`. */
function operand(tokens: string[]): number | undefined {
  const token = tokens.shift();
  if (token === undefined) return undefined;
  if (token === '~') {
    const bits = operand(tokens);
    return bits === undefined ? undefined : ALL & ~bits;
  }
  if (token !== '(') return bitsOf(token);
  const bits = expression(tokens);
  return tokens.shift() === ')' ? bits : undefined;
}

/** From left to right: php.ini knows no precedence. */
function expression(tokens: string[]): number | undefined {
  let bits = operand(tokens);
  while (bits !== undefined && tokens[0] !== undefined && tokens[0] !== ')') {
    const operator = tokens.shift();
    const other = operand(tokens);
    if (other === undefined) return undefined;
    if (operator === '|') bits |= other;
    else if (operator === '&') bits &= other;
    else if (operator === '^') bits ^= other;
    else return undefined;
  }
  return bits;
}

/** Bits of an `error_reporting` as php.ini has it: names, numbers, `|`, `&`, `^`, `~`, brackets. */
export function phpErrorBits(text: string): number | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const bits = expression(tokens);
  return tokens.length === 0 ? bits : undefined;
}

/** Names of the levels that are reported, in PHP's order. */
export const phpErrorLevels = (bits: number): PhpErrorLevel[] =>
  Object.keys(PHP_ERROR_LEVELS)
    .filter(isLevel)
    .filter((level) => (bits & PHP_ERROR_LEVELS[level]) !== 0);
