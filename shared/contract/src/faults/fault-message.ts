import type { Locale, LocalizedText } from './entry';
import { FAULT_MESSAGES } from './messages';

/** Reason of an expected failure; its code on the wire and its words derive from it. */
export type FaultReason = keyof typeof FAULT_MESSAGES;

export const isFaultReason = (reason: unknown): reason is FaultReason =>
  typeof reason === 'string' && Object.hasOwn(FAULT_MESSAGES, reason);

/** A value that is shown unchanged, or has one text per language. */
export type FaultValue = string | number | LocalizedText;
type Values = Readonly<Record<string, FaultValue>>;

/** Words of a fault in one language; `{name}` is replaced by a value. */
export function faultMessage(reason: FaultReason, locale: Locale, values: Values = {}): string {
  return FAULT_MESSAGES[reason][locale].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? placeholder : String(typeof value === 'object' ? value[locale] : value);
  });
}
