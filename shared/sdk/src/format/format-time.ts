import { serverNow } from '../clock/server-now';

const two = (n: number) => String(n).padStart(2, '0');

/**
 * A time (ISO 8601 text or ms since 1970) in local time, as `2026-11-21 08:15:30`; an empty text for an invalid
 * time.
 */
export function formatTime(moment: string | number): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** A duration in ms as `00:12`, from one hour on `1:02:03`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const DAY_MS = 24 * 3600_000;

/** Below 24 hours relative to `now` (`5 分钟前`, `5 minutes ago`), else the full time. */
export function formatAgo(moment: string | number, locale: string, now: number = serverNow()): string {
  const past = now - new Date(moment).getTime();
  if (!(past >= 0 && past < DAY_MS)) return formatTime(moment);
  const [unit, size] = STEPS.find(([, step]) => past >= step) ?? (['second', 1000] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(past / size), unit);
}
