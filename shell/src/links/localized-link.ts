import type { Locale } from '@sitedeck/contract';

/** Fills the interface's language into an address of the configuration, which may hold `{locale}`. */
export const localizedLink = (link: string, locale: Locale): string => link.replaceAll('{locale}', locale);
