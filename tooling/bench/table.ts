/** One measurement beside that of its peer. */
export interface Row {
  readonly job: string;
  readonly unit:
    's' | 'ms' | 'MB' | 'kB' | 'req/s' | 'requests' | 'reloads' | 'files' | 'MiB/s' | 'files/s' | '%';
  /** Measured in the same run, or `recorded`: taken from an earlier measurement of a product we do not run here. */
  readonly peer?: { readonly name: string; readonly value: number; readonly recorded?: true };
  /** SiteDeck's goal as text; `met` says whether it is reached. */
  readonly limit: string;
  readonly own: number;
  readonly met: boolean;
}

const DIGITS: Readonly<Record<Row['unit'], number>> = {
  s: 2,
  ms: 1,
  MB: 1,
  kB: 1,
  'req/s': 0,
  requests: 0,
  reloads: 0,
  files: 0,
  'MiB/s': 0,
  'files/s': 0,
  '%': 1,
};

export const formatAmount = (value: number, unit: Row['unit']): string =>
  `${value.toFixed(DIGITS[unit])} ${unit}`;

function cells({ job, unit, peer, limit, own, met }: Row): readonly string[] {
  const beside = peer
    ? `${peer.name} ${formatAmount(peer.value, unit)}${peer.recorded ? ' (recorded)' : ''}`
    : '–';
  const ratio = peer ? `${(own / peer.value).toFixed(2)}x` : '–';
  return [job, beside, limit, formatAmount(own, unit), ratio, met ? 'yes' : 'NO'];
}

const HEAD = ['job', 'peer', 'limit', 'SiteDeck', 'ratio', 'met'];

/** Formats the rows as a table in aligned columns that Markdown reads too. */
export function table(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const print = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = '', ...body] = lines.map(print);
  return [head, rule, ...body].join('\n');
}
