import { FAULT_MESSAGES } from './fault-messages';

type Locale = 'zh-CN' | 'en-US';
/** Shown as it is, or a text per language. */
export type FaultValue = string | number | Readonly<Record<Locale, string>>;
type Values = Readonly<Record<string, FaultValue>>;

/** Words of a fault in one language; `{name}` takes a value. */
export function faultMessage(
  reason: keyof typeof FAULT_MESSAGES,
  locale: Locale,
  values: Values = {},
): string {
  return FAULT_MESSAGES[reason][locale].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : String(typeof value === 'object' ? value[locale] : value);
  });
}
