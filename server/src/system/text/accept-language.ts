import type { Locale } from '@sitedeck/contract';

/** `zh-CN` unless the client prefers English. */
export function localeOf(header: string | undefined): Locale {
  const language = /\b(zh|en)\b/i.exec(header ?? '');
  return language?.[1]?.toLowerCase() === 'en' ? 'en-US' : 'zh-CN';
}
