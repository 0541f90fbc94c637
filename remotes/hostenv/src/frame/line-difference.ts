export interface DiffLine {
  readonly is: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Above this product of line counts, the entire text counts as replaced. */
const CELLS_MAX = 4_000_000;

/** Lengths of the longest common subsequences of both tails, by their first lines. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const [row, below] = [table[i], table[i + 1]];
      if (row && below)
        row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}

const linesOf = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n'));

/** Compares two texts line by line; removed lines stand before the added ones. */
export function lineDifference(before: string | undefined, after: string | undefined): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.length * now.length > CELLS_MAX)
    return [
      ...old.map((text) => ({ is: 'gone' as const, text })),
      ...now.map((text) => ({ is: 'new' as const, text })),
    ];
  const table = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [old[i], now[j]];
    if (left === undefined && right === undefined) return lines;
    if (left !== undefined && left === right) {
      lines.push({ is: 'same', text: left });
      [i, j] = [i + 1, j + 1];
    } else if (
      left !== undefined &&
      (right === undefined || reach(table, i + 1, j) >= reach(table, i, j + 1))
    ) {
      lines.push({ is: 'gone', text: left });
      i += 1;
    } else if (right !== undefined) {
      lines.push({ is: 'new', text: right });
      j += 1;
    }
  }
}

const reach = (table: readonly Uint32Array[], i: number, j: number): number => table[i]?.[j] ?? 0;
