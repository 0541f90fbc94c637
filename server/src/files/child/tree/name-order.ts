import type { Name } from './walk';

/** Names in the requested order; the first `folders` of them are folders. */
export interface Order {
  readonly total: number;
  readonly folders: number;
  readonly names: readonly Name[];
  page(offset: number, limit: number): readonly Name[];
}

export const textOf = (name: Name): string => (typeof name === 'string' ? name : name.toString());

const byText = (a: Name, b: Name): number => {
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
};

const areTexts = (names: readonly Name[]): names is readonly string[] =>
  names.every((name) => typeof name === 'string');

/** Strings sort several times faster without a comparison function. */
const sorted = (names: readonly Name[]): Name[] =>
  areTexts(names) ? [...names].sort() : [...names].sort(byText);

/** Below this share of all names, the first ones are picked without sorting all. */
const FEW = 1 / 32;

/** Picks the first `count` names in order, in one pass. */
function firstOf(names: readonly Name[], count: number): readonly Name[] {
  if (count > names.length * FEW || !areTexts(names)) return sorted(names).slice(0, count);
  let kept: string[] = [];
  let last: string | undefined;
  for (const name of names) {
    if (last !== undefined && name >= last) continue;
    kept.push(name);
    if (kept.length < 2 * count) continue;
    kept = kept.sort().slice(0, count);
    last = kept.at(-1);
  }
  return kept.sort().slice(0, count);
}

/** Order by name that sorts only as far as needed: the first rows of a long list don't wait for the last. */
export class NamedOrder implements Order {
  private complete: readonly Name[] | undefined;
  private first: readonly Name[] = [];

  constructor(
    private readonly inner: readonly Name[],
    private readonly others: readonly Name[],
  ) {}

  get total(): number {
    return this.inner.length + this.others.length;
  }

  get folders(): number {
    return this.inner.length;
  }

  get names(): readonly Name[] {
    this.complete ??= sorted(this.inner).concat(sorted(this.others));
    return this.complete;
  }

  page(offset: number, limit: number): readonly Name[] {
    const end = offset + limit;
    if (this.complete || end > this.total * FEW) return this.names.slice(offset, end);
    if (this.first.length < end) this.first = this.begin(end);
    return this.first.slice(offset, end);
  }

  private begin(count: number): readonly Name[] {
    const inner = firstOf(this.inner, count);
    return inner.concat(firstOf(this.others, Math.max(0, count - inner.length)));
  }
}

/** Serves pages of names that are already sorted. */
export class ListedOrder implements Order {
  constructor(
    readonly names: readonly Name[],
    readonly folders: number,
  ) {}

  get total(): number {
    return this.names.length;
  }

  page(offset: number, limit: number): readonly Name[] {
    return this.names.slice(offset, offset + limit);
  }
}
