/** Groups requested names that no domain of the host covers. */
export const UNBOUND = '';

const DOT = 0x2e;
const WILDCARD = '*.';

interface KnownDomain {
  readonly domain: string;
  /** The name itself; for a wildcard the part from its first dot, with which requested names end. */
  readonly bytes: Buffer;
}

const NONE: readonly KnownDomain[] = [];

const addByte = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0;

const hashOf = (bytes: Buffer): number => bytes.reduceRight(addByte, 0);

function byHash(entries: readonly KnownDomain[]): ReadonlyMap<number, readonly KnownDomain[]> {
  const found = new Map<number, KnownDomain[]>();
  for (const entry of entries) {
    const hash = hashOf(entry.bytes);
    found.set(hash, [...(found.get(hash) ?? []), entry]);
  }
  return found;
}

function isSame(line: Buffer, start: number, bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i += 1) if (line[start + i] !== bytes[i]) return false;
  return true;
}

/**
 * Finds the bound domain for a requested name: the name itself, else a wildcard, as `coversName` does. There are no more
 * results than bound domains, whatever names visitors send. Compares names in place, without copies.
 */
export class BoundNames {
  private readonly exact: ReadonlyMap<number, readonly KnownDomain[]>;
  private readonly wildcards: ReadonlyMap<number, readonly KnownDomain[]>;

  /** @param domains in their stored form */
  constructor(domains: readonly string[]) {
    const isWildcard = (domain: string) => domain.startsWith(WILDCARD);
    const known = (domain: string, skipped: number) => ({
      domain,
      bytes: Buffer.from(domain.slice(skipped)),
    });
    this.exact = byHash(domains.filter((one) => !isWildcard(one)).map((one) => known(one, 0)));
    this.wildcards = byHash(domains.filter(isWildcard).map((one) => known(one, 1)));
  }

  /** The domain of the name in `line` from `start` up to `end`, or `UNBOUND`. */
  at(line: Buffer, start: number, end: number): string {
    let hash = 0;
    let dot = start;
    let afterDot = 0;
    // From the end, so that the hash of the part after the first dot is an intermediate result.
    for (let at = end - 1; at >= start; at -= 1) {
      const byte = line[at] ?? 0;
      hash = addByte(hash, byte);
      if (byte !== DOT) continue;
      dot = at;
      afterDot = hash;
    }
    for (const { domain, bytes } of this.exact.get(hash) ?? NONE)
      if (bytes.length === end - start && isSame(line, start, bytes)) return domain;
    for (const { domain, bytes } of this.wildcards.get(afterDot) ?? NONE)
      if (bytes.length === end - dot && isSame(line, dot, bytes)) return domain;
    return UNBOUND;
  }
}
