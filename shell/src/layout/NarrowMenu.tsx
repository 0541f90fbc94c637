import { App, useText } from '@sitedeck/ui/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { askAnew } from '../boot/integrity';
import { abandonScripts } from '../remotes/abandon';
import { AreaBoundary } from '../remotes/AreaBoundary';
import { explain } from '../remotes/AreaFailed';
import { AreaLoading } from '../remotes/AreaLoading';
import { diagnose, renewCopies } from '../remotes/diagnose';
import { usePassed } from '../remotes/LateSkeleton';
import { remoteTexts } from '../remotes/remote-texts';
import { loadPart } from '../remotes/shares';
import { layoutTexts } from './layout-texts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Its script did not come: taken away and shown anew, it is asked for again. */
  readonly onLost: () => void;
}

let made = 0;

/** `lazy` remembers a rejection for ever: each attempt has its own. */
function makeAttempt() {
  made += 1;
  const load = () => import('./MenuDrawer').then(({ MenuDrawer }) => ({ default: MenuDrawer }));
  return { number: made, Drawer: lazy(() => loadPart(load)) };
}

/** The menu below 992 px, fetched when it is first opened. */
export function NarrowMenu({ open, onClose, onLost }: Props) {
  const [{ number, Drawer }, setAttempt] = useState(makeAttempt);
  function retry(): void {
    abandonScripts();
    setAttempt(makeAttempt());
  }
  return (
    <AreaBoundary key={number} failed={(error) => <Lost error={error} onLost={onLost} />}>
      <Suspense fallback={<Coming retry={retry} />}>
        <Drawer open={open} onClose={onClose} />
      </Suspense>
    </AreaBoundary>
  );
}

/** What comes at once is not announced (interface, section 2), ms. */
const SHOWN_AFTER_MS = 300;

function Coming({ retry }: { readonly retry: () => void }) {
  const late = usePassed(SHOWN_AFTER_MS);
  if (!late) return null;
  return (
    <div className="sh-menu-coming">
      <AreaLoading retry={retry} />
    </div>
  );
}

/** Says why, where a button would otherwise do nothing; the same button asks again. */
function Lost({ error, onLost }: { readonly error: unknown; readonly onLost: () => void }) {
  const text = useText(layoutTexts);
  const words = useText(remoteTexts);
  const { notification } = App.useApp();
  useEffect(() => {
    let current = true;
    void diagnose(error).then(({ cause, address }) => {
      if (!current) return;
      // The next attempt must not be answered by what this one got.
      if (address !== undefined) askAnew(address);
      renewCopies();
      const why = explain(cause);
      const advice = why.way === 'refresh' ? '' : text('menu.lost.retry');
      notification.error({
        key: 'menu',
        title: text('menu.lost'),
        description: `${words(why.words)} ${advice}`.trim(),
        role: 'alert',
      });
      onLost();
    });
    return () => {
      current = false;
    };
  }, [error, notification, onLost, text, words]);
  return null;
}
