import { useText } from '@sitedeck/ui/core';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { layoutTexts } from '../layout-texts';
import type { HostSwitcher } from './HostSwitcher';

const PANEL_ID = 'sd-host-panel';

type Part =
  | { readonly is: 'unasked' }
  | { readonly is: 'asked' }
  | { readonly is: 'failed' }
  | { readonly is: 'here'; readonly Switcher: typeof HostSwitcher };

/** A script that loaded before is reused; one that failed is fetched again. */
function usePart() {
  const [part, setPart] = useState<Part>({ is: 'unasked' });
  const ask = useCallback(() => {
    setPart((now) => (now.is === 'here' ? now : { is: 'asked' }));
    import('./HostSwitcher').then(
      ({ HostSwitcher }) => setPart({ is: 'here', Switcher: HostSwitcher }),
      () => setPart({ is: 'failed' }),
    );
  }, []);
  return { part, ask };
}

/** The host's name as a button, for a session that may switch between the hosts of its account. */
export function HostSelector({ children }: { readonly children: ReactNode }) {
  const text = useText(layoutTexts);
  const [open, setOpen] = useState(false);
  const { part, ask } = usePart();
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback((back: boolean) => {
    setOpen(false);
    if (back) button.current?.focus();
  }, []);

  return (
    <div className="sh-host-place">
      <button
        ref={button}
        type="button"
        className="sh-host sh-host-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={PANEL_ID}
        onPointerEnter={() => part.is === 'unasked' && ask()}
        onClick={() => {
          if (part.is !== 'here') ask();
          setOpen(!open);
        }}
      >
        {children}
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </svg>
      </button>
      {part.is === 'here' && <part.Switcher id={PANEL_ID} open={open} onClose={close} />}
      {open && part.is === 'failed' && (
        <p id={PANEL_ID} role="alert" className="sh-host-failed">
          {text('host.lost')}{' '}
          <button type="button" className="sd-link-button" onClick={ask}>
            {text('host.retry')}
          </button>
        </p>
      )}
    </div>
  );
}
