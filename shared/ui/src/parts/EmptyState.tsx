import type { ReactNode } from 'react';
import { TwoBars } from './TwoBars';

interface Props {
  /** One sentence. */
  readonly text: string;
  /** One action. */
  readonly action?: ReactNode;
}

export function EmptyState({ text, action }: Props) {
  return (
    <div className="sd-empty">
      <TwoBars />
      <p>{text}</p>
      {action}
    </div>
  );
}
