import { FAULT_MESSAGES } from './messages';

type Locale = 'zh-CN' | 'en-US';
/** A value that is shown unchanged, or has one text per language. */
export type FaultValue = string | number | Readonly<Record<Locale, string>>;
type Values = Readonly<Record<string, FaultValue>>;

/** Words of a fault in one language; `{name}` is replaced by a value. */
export function faultMessage(
  reason: keyof typeof FAULT_MESSAGES,
  locale: Locale,
  values: Values = {},
): string {
  return FAULT_MESSAGES[reason][locale].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? placeholder : String(typeof value === 'object' ? value[locale] : value);
  });
}
