import { formatTime, serverNow } from '@sitedeck/sdk';
import { useText, type Text } from '@sitedeck/ui/core';
import { frameTexts } from './frame-texts';

type Words = Text<NonNullable<(typeof frameTexts)['keys']>>;

const DAY_MS = 24 * 3600_000;

/** Local date of a moment, `2026-11-21`. */
export const dayOf = (moment: string | number): string => formatTime(moment).slice(0, 10);

/** 今天, 昨天, 明天 or the date, with its year only if it is not this year. */
export function dayText(day: string, text: Words): string {
  const now = serverNow();
  if (day === dayOf(now)) return text('day.today');
  if (day === dayOf(now - DAY_MS)) return text('day.yesterday');
  if (day === dayOf(now + DAY_MS)) return text('day.tomorrow');
  return day.startsWith(dayOf(now).slice(0, 5)) ? day.slice(5) : day;
}

/**
 * Returns a function that words a moment inside a sentence: 今天 03:00, 11-19 15:20. A date begins with a space in Chinese,
 * which separates it from a character before it: 回到今天 03:00, 回到 11-19 15:20.
 */
export function useMomentText(): (at: string) => string {
  const text = useText(frameTexts);
  return (at) => {
    const day = dayText(dayOf(at), text);
    const time = formatTime(at).slice(11, 16);
    return text(/^\d/.test(day) ? 'when.date' : 'when.day', { day, time });
  };
}
