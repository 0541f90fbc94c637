import type { MoveFailure } from '@sitedeck/contract';

export const ENTRIES_SHOWN = 5;

type Entry = Pick<MoveFailure, 'path'> & Partial<MoveFailure>;

/** The first paths of a list, each with its reason if it has one. */
export function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="tl-entries sd-small">
      {entries.slice(0, ENTRIES_SHOWN).map(({ path, reason }) => (
        <li key={path}>
          <span className="sd-mono">{path}</span>
          {reason && <span className="sd-secondary">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
