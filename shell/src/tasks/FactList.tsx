import type { ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** Shown in the code font: names and paths. */
  readonly mono?: boolean;
}

/** Names and values in two columns; facts without a value are omitted. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="sh-task-facts">
      {known.map(({ name, value, mono }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={mono ? 'sd-mono' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
