const [LF, BACKSLASH] = [10, 0x5c] as const;
/** Shorter ways are gone byte by byte: a call of the native search costs as much. */
const NEAR = 24;

/** Where a byte stands next; -1 where it does not. */
function nextOf(bytes: Buffer, byte: number, from: number): number {
  const near = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < near; at += 1) if (bytes[at] === byte) return at;
  return near < bytes.length ? bytes.indexOf(byte, near) : -1;
}

/** An odd number of backslashes stands before it. Runs of two quotes have nothing in common: all together is linear. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let from = at;
  while (bytes[from - 1] === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}

interface Quoting {
  readonly quote: number;
  /** Whether a backslash keeps a quote from ending the string. */
  readonly escapes: boolean;
}

/** Where a string ends of which `from` is a byte, and all bytes before that are there too; -1 where more are needed. */
export function closingQuote(bytes: Buffer, from: number, { quote, escapes }: Quoting): number {
  let at = nextOf(bytes, quote, from);
  while (at >= 0 && escapes && isEscaped(bytes, at)) at = nextOf(bytes, quote, at + 1);
  return at;
}

/** How many lines end in it. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = nextOf(bytes, LF, 0); at >= 0; at = nextOf(bytes, LF, at + 1)) count += 1;
  return count;
}

/** The first byte at which something may begin or end; `end` where there is none. */
export function nextStop(
  bytes: Buffer,
  from: number,
  { end, stops }: { readonly end: number; readonly stops: Uint8Array },
): number {
  let at = from;
  while (at < end && stops[bytes[at] ?? 0] === 0) at += 1;
  return at;
}
