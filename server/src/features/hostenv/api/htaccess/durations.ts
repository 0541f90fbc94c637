const SECONDS: Readonly<Record<string, number>> = {
  year: 31_536_000,
  month: 2_592_000,
  week: 604_800,
  day: 86_400,
  hour: 3600,
  minute: 60,
  second: 1,
};

/** Formats whole days, hours or seconds for nginx. */
function spelled(seconds: number): string {
  if (seconds !== 0 && seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds !== 0 && seconds % 3600 === 0) return `${seconds / 3600}h`;
  return `${seconds}s`;
}

/** Converts `access plus 1 month`, `A3600` or `M3600` to a value of `expires`; undefined for any other text. */
export function expiresOf(words: readonly string[]): string | undefined {
  const text = words.join(' ').toLowerCase();
  const code = /^([am])(\d{1,9})$/.exec(text);
  if (code) return `${code[1] === 'm' ? 'modified +' : ''}${spelled(Number(code[2]))}`;
  const [, base, rest = ''] = /^(access|now|modification)(?:\s+plus)?\s+(.*)$/.exec(text) ?? [];
  if (base === undefined) return undefined;
  let seconds = 0;
  for (const part of rest.match(/\S+\s+\S+/g) ?? []) {
    const [, count = '', unit = ''] = /^(\d{1,6})\s+([a-z]+?)s?$/.exec(part) ?? [];
    const each = SECONDS[unit];
    if (each === undefined) return undefined;
    seconds += Number(count) * each;
  }
  if (!/\d/.test(rest) || !/^(?:\S+\s+\S+\s*)+$/.test(rest)) return undefined;
  return `${base === 'modification' ? 'modified +' : ''}${spelled(seconds)}`;
}
