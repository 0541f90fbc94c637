import { known, toNumber, UNKNOWN, originOf, type Value } from './values';

const BITS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '^': (one, other) => one ^ other,
  '|': (one, other) => one | other,
  '&': (one, other) => one & other,
};

/** `^`, `|` and `&`: of texts, they change each byte, which hides names and decodes layers. */
export function bitwise(type: string, left: Value, right: Value): Value | undefined {
  const operate = BITS[type];
  if (!operate) return undefined;
  if (left.text === undefined || right.text === undefined) {
    const origin = originOf([left, right]);
    return { origin, decoders: left.decoders ?? right.decoders, built: true };
  }
  if (left.isNumber && right.isNumber)
    return { text: String(operate(Number(left.text), Number(right.text))), isNumber: true };
  const [one, other] = [left.text, right.text];
  const length = type === '|' ? Math.max(one.length, other.length) : Math.min(one.length, other.length);
  const out = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1)
    out[at] = operate(one.charCodeAt(at) || 0, other.charCodeAt(at) || 0);
  return { text: out.toString('latin1'), built: true };
}

const ARITHMETIC: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '%': (one, other) => Math.trunc(one) % Math.trunc(other),
  '**': (one, other) => one ** other,
  '<<': (one, other) => one << other,
  '>>': (one, other) => one >> other,
};

export function calculate(type: string, left: Value, right: Value): Value | undefined {
  const operate = ARITHMETIC[type];
  if (!operate) return undefined;
  if (type === '+' && (left.items || right.items)) return { origin: originOf([left, right]) };
  const [one, other] = [toNumber(left), toNumber(right)];
  if (one === undefined || other === undefined) return UNKNOWN;
  const result = operate(one, other);
  return Number.isFinite(result) ? { text: String(result), isNumber: true } : UNKNOWN;
}

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
};

const truth = (is: boolean): Value => known(is ? '1' : '');

export function compare(type: string, left: Value, right: Value): Value | undefined {
  if (left.text === undefined || right.text === undefined) return undefined;
  if (type === '==' || type === '===') return truth(left.text === right.text);
  if (type === '!=' || type === '!==' || type === '<>') return truth(left.text !== right.text);
  const operate = COMPARISONS[type];
  const [one, other] = [toNumber(left), toNumber(right)];
  return operate && one !== undefined && other !== undefined ? truth(operate(one, other)) : undefined;
}
