import type { ReactNode } from 'react';
import { Reference } from './FaultNotice';
import { TwoBars } from './TwoBars';

interface Props {
  /** What happened; the heading of the page that could not be shown. */
  readonly title: string;
  readonly text: string;
  /** The primary action first. */
  readonly actions?: ReactNode;
  readonly reference?: string | undefined;
  /** Where to go from here. */
  readonly children?: ReactNode;
}

/** Replaces a page that could not be shown. */
export function FailedState({ title, text, actions, reference, children }: Props) {
  return (
    <section className="sd-failed sd-card" role="alert">
      <TwoBars failed />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <div className="sd-row">{actions}</div>
      {reference && <Reference id={reference} />}
      {children}
    </section>
  );
}
