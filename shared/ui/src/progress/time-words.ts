import type { SharedKey } from '../i18n/shared-texts';
import type { Text } from '../i18n/translator';

/** A duration in words: `18 秒`, `2 分 13 秒`, `1 小时 4 分`. */
export function timeWords(ms: number, text: Text<SharedKey>): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return text('time.seconds', { n: seconds });
  if (seconds < 3600) {
    const m = Math.floor(seconds / 60);
    const s = seconds % 60;
    return s === 0 ? text('time.wholeMinutes', { m }) : text('time.minutes', { m, s });
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return text('time.hours', { h: Math.floor(minutes / 60), m: minutes % 60 });
  const hours = Math.round(minutes / 60);
  return text('time.days', { d: Math.floor(hours / 24), h: hours % 24 });
}
