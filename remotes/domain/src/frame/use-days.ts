import { formatTime, serverNow } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { daysUntil } from '../list/domain-state';
import { frameTexts } from './frame-texts';

/** Returns a function that formats the time left of a certificate: 剩 62 天, 今天到期, 已过期. */
export function useDaysLeft(): (notAfter: string) => string {
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  return (notAfter) => {
    const days = daysUntil(notAfter, serverNow());
    if (days < 0) return text('days.over');
    return days === 0 ? text('days.today') : text('days.left', { n: format.number(days), count: days });
  };
}

/** A moment to the minute, in local time. */
export const momentText = (at: string): string => formatTime(at).slice(0, 16);

/** The local date of a moment. */
export const dateText = (at: string): string => formatTime(at).slice(0, 10);
