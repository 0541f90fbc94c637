/** Marks stored per host; older ones are long past the notice window. */
const KEPT = 200;

/** What this browser has announced: neither a reload nor another tab announces it again. */
export interface Told {
  readonly marks: ReadonlySet<string>;
  add: (marks: readonly string[]) => void;
}

export function makeTold(hostCode: string, storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): Told {
  const key = `sitedeck.told.${hostCode}`;
  const marks = new Set<string>(storage?.getItem(key)?.split(',') ?? []);
  return {
    marks,
    add: (more) => {
      if (more.every((mark) => marks.has(mark))) return;
      more.forEach((mark) => marks.add(mark));
      storage?.setItem(key, [...marks].slice(-KEPT).join(','));
    },
  };
}
