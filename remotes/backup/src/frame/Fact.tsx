import type { ReactNode } from 'react';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** One of the things to know before something is done. */
export function Fact({ icon, title, children }: Props) {
  return (
    <li>
      {icon}
      <div>
        <strong>{title}</strong>
        <div className="sd-secondary">{children}</div>
      </div>
    </li>
  );
}
