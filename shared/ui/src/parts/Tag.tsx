import type { ReactNode } from 'react';
import type { Tone } from './StatusDot';

interface Props {
  readonly tone: Tone | 'outline';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** Icon and word on a tint, 22 px. */
export function Tag({ tone, icon, children }: Props) {
  return (
    <span className={`sd-tag sd-tag-${tone}`}>
      {icon}
      {children}
    </span>
  );
}
