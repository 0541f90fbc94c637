const [LF, BACKSLASH] = [10, 0x5c] as const;
/** Shorter distances are scanned in JavaScript: a call of the native search costs as much. */
const NEAR = 24;

/** Index of the next such byte; -1 if there is none. */
function nextOf(bytes: Buffer, byte: number, from: number): number {
  const near = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < near; at += 1) if (bytes[at] === byte) return at;
  return near < bytes.length ? bytes.indexOf(byte, near) : -1;
}

/**
 * Whether an odd number of backslashes precedes it. The runs before two quotes never overlap, so all calls
 * together are linear.
 */
function isEscaped(bytes: Buffer, at: number): boolean {
  let from = at;
  while (bytes[from - 1] === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}

interface Quoting {
  readonly quote: number;
  /** Whether a backslash escapes a quote in the string. */
  readonly escapes: boolean;
}

/** Where the string around `from` ends, given all bytes before `from`; -1 if more bytes are needed. */
export function closingQuote(bytes: Buffer, from: number, { quote, escapes }: Quoting): number {
  let at = nextOf(bytes, quote, from);
  while (at >= 0 && escapes && isEscaped(bytes, at)) at = nextOf(bytes, quote, at + 1);
  return at;
}

/** How many line ends it contains. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = nextOf(bytes, LF, 0); at >= 0; at = nextOf(bytes, LF, at + 1)) count += 1;
  return count;
}

/** The first byte at which a token may begin or end; `end` if there is none. */
export function nextStop(
  bytes: Buffer,
  from: number,
  { end, stops }: { readonly end: number; readonly stops: Uint8Array },
): number {
  let at = from;
  while (at < end && stops[bytes[at] ?? 0] === 0) at += 1;
  return at;
}
