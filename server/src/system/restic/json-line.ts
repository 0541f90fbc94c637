/** What a line of the engine's output holds; undefined where it is no JSON. */
export function jsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
