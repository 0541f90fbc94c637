import type { ReactNode } from 'react';

interface Props {
  readonly tone: 'info' | 'warning' | 'error';
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** A notice that stays: one line and the actions that resolve it. */
export function Note({ tone, icon, children, actions }: Props) {
  return (
    <div className={`bk-note bk-note-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {icon}
      <div>{children}</div>
      {actions && <span className="sd-row">{actions}</span>}
    </div>
  );
}
