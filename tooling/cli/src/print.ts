/** Formats rows in columns, as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_title, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const UNITS = { '': 0, K: 1, M: 2, G: 3, T: 4 } as const;

/** Parses `10G` into bytes and `none` (unlimited) into null; undefined if the text is neither. */
export function parseSize(text: string): number | null | undefined {
  if (text === 'none') return null;
  const [, number, unit = ''] = /^(\d+)([KMGT]?)$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  return Number(number) * 1024 ** UNITS[unit.toUpperCase() as keyof typeof UNITS];
}
