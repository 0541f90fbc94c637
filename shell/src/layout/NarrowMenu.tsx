import { useFeedback, useText } from '@sitedeck/ui/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { renewAddress } from '../boot/integrity';
import { abandonScripts } from '../remotes/abandon';
import { AreaBoundary } from '../remotes/AreaBoundary';
import { explain } from '../remotes/AreaFailed';
import { AreaLoading } from '../remotes/AreaLoading';
import { diagnose, renewCopies } from '../remotes/diagnose';
import { useElapsed } from '../remotes/LateSkeleton';
import { remoteTexts } from '../remotes/remote-texts';
import { loadPart } from '../remotes/shares';
import { layoutTexts } from './layout-texts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The script failed to load: remounting fetches it again. */
  readonly onLost: () => void;
}

let made = 0;

/** `lazy` caches a rejection for ever, so each attempt has its own. */
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
    <AreaBoundary key={number} failed={(error) => <MenuLoadFailed error={error} onLost={onLost} />}>
      <Suspense fallback={<MenuLoading retry={retry} />}>
        <Drawer open={open} onClose={onClose} />
      </Suspense>
    </AreaBoundary>
  );
}

/** A load faster than this shows no loading state, ms. */
const SHOWN_AFTER_MS = 300;

function MenuLoading({ retry }: { readonly retry: () => void }) {
  const isSlow = useElapsed(SHOWN_AFTER_MS);
  if (!isSlow) return null;
  return (
    <div className="sh-menu-coming">
      <AreaLoading retry={retry} />
    </div>
  );
}

/** Explains why the button had no effect; the same button retries. */
function MenuLoadFailed({ error, onLost }: { readonly error: unknown; readonly onLost: () => void }) {
  const text = useText(layoutTexts);
  const words = useText(remoteTexts);
  const { notification } = useFeedback();
  useEffect(() => {
    let current = true;
    void diagnose(error).then(({ cause, address }) => {
      if (!current) return;
      // The next attempt must not reuse the result of this one.
      if (address !== undefined) renewAddress(address);
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
