/** Clocks of time zones. A wall time is held in ms like an instant, as if it were UTC. */

const [MINUTE, DAY] = [60_000, 86_400_000];

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** How far a zone's clock is ahead of UTC at an instant, ms; whole minutes. */
export function offsetAt(zone: string, at: number): number {
  const minute = Math.floor(at / MINUTE) * MINUTE;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(minute)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return wall - minute;
}

/** What a zone's clock shows at an instant: `2026-11-28 03:00`. */
export const zoneTime = (zone: string, at: number): string =>
  new Date(at + offsetAt(zone, at)).toISOString().slice(0, 16).replace('T', ' ');

/** The minute at which a clock changes, between two instants with different offsets. */
export function changeBetween(zone: string, before: number, after: number): number {
  const old = offsetAt(zone, before);
  let [low, high] = [Math.floor(before / MINUTE), Math.ceil(after / MINUTE)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * MINUTE) === old) low = middle;
    else high = middle;
  }
  return high * MINUTE;
}

/** The first instant at which the clock shows a wall time; the moment of the change if the clock skips it. */
export function firstInstant(zone: string, wall: number): number {
  const [before, after] = [wall - DAY, wall + DAY];
  const shown = [offsetAt(zone, before), offsetAt(zone, after)]
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(zone, instant) === wall);
  return shown.length > 0 ? Math.min(...shown) : changeBetween(zone, before, after);
}
