import type { ScanStep } from '@sitedeck/contract';
import type { Node } from './nodes';

/** Where data comes from that a visitor, another server or another file decides. */
export interface Origin {
  readonly from: 'request' | 'upload' | 'remote' | 'file';
  /** The way of the data so far. */
  readonly steps: readonly ScanStep[];
  /** The value is that data alone, perhaps decoded, and not a part of a longer text. */
  readonly exact: boolean;
}

/** What is known of a value before the code runs. Text is bytes as Latin-1. */
export interface Value {
  readonly text?: string | undefined;
  /** The text is that of a number, with which operators calculate. */
  readonly isNumber?: boolean | undefined;
  /** Text that the value begins with, where the rest is unknown. */
  readonly prefix?: string | undefined;
  readonly items?: Map<string, Value> | undefined;
  readonly origin?: Origin | undefined;
  /** Functions that unpacked it, the first of them first. */
  readonly decoders?: readonly string[] | undefined;
  /** Put together from pieces, so its text is not in the source as such. */
  readonly built?: boolean | undefined;
  readonly closure?: Node | undefined;
  readonly className?: string | undefined;
  /** Path of an open file. */
  readonly path?: Value | undefined;
}

export const UNKNOWN: Value = {};
export const known = (text: string): Value => ({ text });
export const EMPTY = known('');

/** Steps that an argument keeps; more would explain nothing. */
const STEPS_MAX = 12;

export const withStep = (value: Value, step: ScanStep): Value =>
  value.origin && value.origin.steps.length < STEPS_MAX && value.origin.steps.at(-1)?.line !== step.line
    ? { ...value, origin: { ...value.origin, steps: [...value.origin.steps, step] } }
    : value;

/** The gravest of several origins. */
export function originOf(values: readonly (Value | undefined)[]): Origin | undefined {
  let found: Origin | undefined;
  for (const value of values) {
    const origin = value?.origin;
    if (!origin) continue;
    if (origin.from === 'request' || origin.from === 'upload') return origin;
    found ??= origin;
  }
  return found;
}

export const inexact = (origin: Origin | undefined): Origin | undefined =>
  origin && { ...origin, exact: false };

const decodersOf = (values: readonly Value[]): readonly string[] | undefined =>
  values.find((one) => one.decoders)?.decoders;

/** Longest text that is put together. */
export const LONGEST_TEXT = 2 * 1024 * 1024;

export function concat(values: readonly Value[]): Value {
  const solid = values.filter((one) => one.text !== '');
  const [first, second] = solid;
  if (!first) return EMPTY;
  if (!second) return first;
  const origin = inexact(originOf(solid));
  const length = solid.reduce((sum, one) => sum + (one.text?.length ?? 0), 0);
  if (solid.every((one) => one.text !== undefined) && length < LONGEST_TEXT)
    // `+` shares the parts: text that grows in a loop is not copied.
    return {
      text: solid.reduce((all, one) => all + (one.text ?? ''), ''),
      built: true,
      decoders: decodersOf(solid),
      origin,
    };
  return { prefix: first.text ?? first.prefix, built: true, decoders: decodersOf(solid), origin };
}

/** What a variable may be after a branch: whatever is more dangerous. */
export function either(one: Value | undefined, other: Value): Value {
  if (!one || one === other) return other;
  const origin = originOf([one, other]);
  if (origin) return other.origin === origin ? other : one.origin === origin ? one : { ...other, origin };
  if (
    other.text === '' ||
    (other.text === undefined && one.text !== undefined && !other.decoders && !other.items)
  )
    return one;
  return other;
}

/** The members of an array as one value. */
export function anyItem(value: Value): Value {
  if (value.text !== undefined || !value.items) return { origin: value.origin, decoders: value.decoders };
  const origin = value.origin ?? originOf([...value.items.values()]);
  return { origin, decoders: value.decoders };
}

export const isTrue = (value: Value): boolean | undefined => {
  if (value.items) return value.items.size > 0;
  if (value.text === undefined) return undefined;
  return value.text !== '' && value.text !== '0';
};

export function toNumber(value: Value): number | undefined {
  if (value.text === undefined) return undefined;
  const text = value.text.trim();
  if (/^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text)) return Number(text);
  if (/^0x[\da-f]+$/i.test(text) || /^0b[01]+$/i.test(text)) return Number(text);
  return Number.parseFloat(text) || 0;
}
