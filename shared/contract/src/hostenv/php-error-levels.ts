import { PHP_ERROR_LEVELS, type PhpErrorLevel } from './php-parameters';

const isLevel = (name: string): name is PhpErrorLevel => Object.hasOwn(PHP_ERROR_LEVELS, name);
/** All bits of all levels, written out so that pages which never use it compute nothing while they load. */
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

/** Maximum nesting depth of brackets and `~`. */
const NESTED_MAX = 32;

/** The tokens, the position in them, and the nesting depth. */
interface Reading {
  readonly tokens: readonly string[];
  at: number;
  nested: number;
}

function nested(reading: Reading, read: (reading: Reading) => number | undefined): number | undefined {
  if (reading.nested === NESTED_MAX) return undefined;
  reading.nested += 1;
  const bits = read(reading);
  reading.nested -= 1;
  return bits;
}

const next = (reading: Reading): string | undefined => reading.tokens[reading.at++];

/** One level or a bracketed expression, possibly inverted by `~`. */
function operand(reading: Reading): number | undefined {
  const token = next(reading);
  if (token === undefined) return undefined;
  if (token === '~') {
    const bits = nested(reading, operand);
    return bits === undefined ? undefined : ALL & ~bits;
  }
  if (token !== '(') return bitsOf(token);
  const bits = nested(reading, expression);
  return next(reading) === ')' ? bits : undefined;
}

/** From left to right: php.ini has no operator precedence. */
function expression(reading: Reading): number | undefined {
  let bits = operand(reading);
  while (bits !== undefined && ![undefined, ')'].includes(reading.tokens[reading.at])) {
    const operator = next(reading);
    const other = operand(reading);
    if (other === undefined) return undefined;
    if (operator === '|') bits |= other;
    else if (operator === '&') bits &= other;
    else if (operator === '^') bits ^= other;
    else return undefined;
  }
  return bits;
}

/** Maximum length of one value, characters. */
export const PHP_VALUE_MAX = 1024;

/** Bits of an `error_reporting` in php.ini's syntax: names, numbers, `|`, `&`, `^`, `~`, brackets. */
export function phpErrorBits(text: string): number | undefined {
  const tokens = text.length <= PHP_VALUE_MAX ? tokensOf(text) : undefined;
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reading: Reading = { tokens, at: 0, nested: 0 };
  const bits = expression(reading);
  return reading.at === tokens.length ? bits : undefined;
}

/** Names of the reported levels, in PHP's order. */
export const phpErrorLevels = (bits: number): PhpErrorLevel[] =>
  Object.keys(PHP_ERROR_LEVELS)
    .filter(isLevel)
    .filter((level) => (bits & PHP_ERROR_LEVELS[level]) !== 0);
