import type { ReactNode } from 'react';
import { isPlain } from '../layout/menu-items';
import { useGo } from '../routing/console-context';

interface Props {
  /** The page, with its query. */
  readonly to: string;
  readonly className?: string;
  /** Accessible name, if the visible text says too little. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A real link to a page of the console, so that middle click and "copy address" work. */
export function InnerLink({ to, className, label, children }: Props) {
  const go = useGo();
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
