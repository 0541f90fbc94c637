import type { HostListRecord } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { useState } from 'react';
import { hostStyle } from './host-style';
import { HostPanel } from './HostPanel';
import { HostsModal } from './HostsModal';
import { SwitchDialog } from './SwitchDialog';
import { useChangeHost, wouldLose } from './use-change-host';

interface Props {
  readonly id: string;
  readonly open: boolean;
  /** `back`: the focus returns to the opener. */
  readonly onClose: (back: boolean) => void;
}

type View =
  { readonly is: 'panel' } | { readonly is: 'all' } | { readonly is: 'asks'; readonly host: HostListRecord };

const PANEL: View = { is: 'panel' };

/** The part of the host selector that loads when the user opens it. */
export function HostSwitcher({ id, open, onClose }: Props) {
  const [view, setView] = useState<View>(PANEL);
  const { hostCode } = useCurrentHost().hostService;
  const change = useChangeHost();

  function leave(back: boolean): void {
    setView(PANEL);
    onClose(back);
  }

  function choose(host: HostListRecord): void {
    if (host.hostCode === hostCode) return leave(true);
    if (wouldLose()) {
      setView({ is: 'asks', host });
      return onClose(false);
    }
    leave(true);
    void change(host);
  }

  function reply(agreed: boolean): void {
    const chosen = view.is === 'asks' ? view.host : undefined;
    leave(true);
    if (agreed && chosen) void change(chosen);
  }

  // One dialog may lead to the other: only the last one returns the focus.
  const gone = () => view.is === 'panel' && onClose(true);

  return (
    <>
      <style>{hostStyle}</style>
      {open && view.is === 'panel' && (
        <HostPanel
          id={id}
          onChoose={choose}
          onAll={() => {
            setView({ is: 'all' });
            onClose(false);
          }}
          onClose={leave}
        />
      )}
      <HostsModal open={view.is === 'all'} onChoose={choose} onClose={() => leave(true)} onGone={gone} />
      <SwitchDialog host={view.is === 'asks' ? view.host : undefined} onAnswer={reply} onGone={gone} />
    </>
  );
}
