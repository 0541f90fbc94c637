const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const BASE = 1024;

/** A size for messages, in the console's format: `1.50 GB`. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= BASE && unit < UNITS.length - 1) [value, unit] = [value / BASE, unit + 1];
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit] ?? 'B'}`;
}
