/**
 * Zones change their offset only at full quarters of an hour, so one offset holds until the next quarter, ms.
 */
const STEP_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

const two = (n: number) => String(n).padStart(2, '0');

/** The local time of a zone, expressed as if it were UTC, ms. */
function clockOf(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Formats times as ISO 8601 in a time zone: `2026-11-21T08:15:30.123+08:00`.
 * @param timeZone IANA name
 */
export function zonedTime(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  let known = { step: NaN, minutes: 0 };
  const minutesAt = (at: number): number => {
    const step = Math.floor(at / STEP_MS);
    if (step !== known.step)
      known = { step, minutes: Math.round((clockOf(format, step * STEP_MS) - step * STEP_MS) / MINUTE_MS) };
    return known.minutes;
  };
  return (at) => {
    const minutes = minutesAt(at.getTime());
    const clock = new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, -1);
    const offset = Math.abs(minutes);
    return `${clock}${minutes < 0 ? '-' : '+'}${two(Math.floor(offset / 60))}:${two(offset % 60)}`;
  };
}
