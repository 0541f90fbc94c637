const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** Bytes for people: base 1024, two decimals, as in `1.20 GB`; single bytes without decimals. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.995 KB would round to `1024.00 KB`: it is 1.00 MB.
  while (Math.abs(value) >= (unit === 0 ? 1024 : 1023.995) && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(2)} ${UNITS[unit]}`;
}
