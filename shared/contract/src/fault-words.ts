import { FAULT_MESSAGES } from './fault-messages';

type Values = Readonly<Record<string, string | number>>;

/** Words of a fault in one language; `{name}` takes a value. */
export function faultMessage(
  reason: keyof typeof FAULT_MESSAGES,
  locale: 'zh-CN' | 'en-US',
  values: Values = {},
): string {
  return FAULT_MESSAGES[reason][locale].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}
