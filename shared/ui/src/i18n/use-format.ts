import { useMemo } from 'react';
import { formatBytes } from '@sitedeck/sdk';
import { useTranslator } from './use-text';

export interface LocaleFormat {
  /** `12,045` */
  readonly number: (value: number) => string;
  /** `43%`; takes a ratio from 0 to 1 and rounds down, so that 100 % means finished; `<1%` for what is not nothing. */
  readonly percent: (share: number) => string;
  /** Base 1024, two decimals. */
  readonly bytes: (value: number) => string;
  /** `a、b、c` or `a, b, c` */
  readonly list: (values: readonly string[]) => string;
}

/** Formats of numbers and lists in the language of this mount. */
export function useLocaleFormat(): LocaleFormat {
  const { locale } = useTranslator();
  return useMemo(() => {
    const figures = new Intl.NumberFormat(locale);
    // `narrow` has no word before the last entry.
    const lists = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });
    return {
      number: (value) => figures.format(value),
      percent: (share) => (share > 0 && share < 0.01 ? '<1%' : `${Math.floor(share * 100)}%`),
      bytes: formatBytes,
      list: (values) => lists.format(values),
    };
  }, [locale]);
}
