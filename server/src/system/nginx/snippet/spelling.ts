/** The number of letters to change, add or remove to turn one word into another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const [left, above, corner] = [next[column] ?? 0, row[column + 1] ?? 0, row[column] ?? 0];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The known word that was probably meant: at most two letters differ, and less than a third of it. */
export function nearestSpelling(word: string, known: readonly string[]): string | undefined {
  if (word.length > 20) return undefined;
  const [best] = known
    .map((name) => ({ name, edits: distance(word.toLowerCase(), name) }))
    .filter(({ name, edits }) => edits <= 2 && edits * 3 <= name.length)
    .sort((a, b) => a.edits - b.edits);
  return best?.name;
}
