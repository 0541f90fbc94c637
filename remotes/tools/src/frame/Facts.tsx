import type { ReactNode } from 'react';

interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values, in columns where there is room. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="tl-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
