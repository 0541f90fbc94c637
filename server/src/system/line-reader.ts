/** Cuts a byte stream into lines; calls `overflow` where a line is longer than `limit` bytes. */
export const lineReader = (
  onLine: (line: string) => void,
  overflow: () => void,
  limit: number,
): ((chunk: Buffer) => void) => lineBytes((line) => onLine(line.toString('utf8')), overflow, limit);

/** As `lineReader`, for who may pass a line on as it is. */
export function lineBytes(
  onLine: (line: Buffer) => void,
  overflow: () => void,
  limit: number,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  const flush = (last: Buffer) => {
    const line = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    size = 0;
    onLine(line);
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      flush(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from === chunk.length) return;
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > limit) overflow();
  };
}
