import {
  type Fault,
  currentHostInfo,
  getLoginSource,
  isSessionEnding,
  type BootDocument,
} from '@sitedeck/contract';
import { call, returnTarget, setHost, toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, useText } from '@sitedeck/ui/core';
import { createRoot, type Root as ReactRoot } from 'react-dom/client';
import { watchEntering } from '../remotes/entering';
import { registerSessionRemotes } from '../remotes/load-remote';
import { preloadOnHover } from '../remotes/preload-on-hover';
import { preloadWhenIdle } from '../remotes/preload-when-idle';
import { reportBeforeLeaving } from '../remotes/remote-events';
import { bootTexts } from './boot-texts';
import { Themed, Root } from './Root';

/**
 * Loads the host once, before the first route, then shows the console. Without a session the SDK goes to
 * sign-in; a signed-in user who opens the sign-in page goes to its return target.
 */
export async function startConsole(boot: BootDocument, nonce: string): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('the page has no #root');
  const root = createRoot(place);
  registerSessionRemotes(boot.remotes);
  reportBeforeLeaving();
  watchEntering();
  preloadOnHover(boot.remotes);
  await show(root, boot, nonce);
}

async function show(root: ReactRoot, boot: BootDocument, nonce: string): Promise<void> {
  try {
    const [host, source] = await Promise.all([
      call(currentHostInfo, {}, { quiet: true }),
      call(getLoginSource, {}, { quiet: true }),
    ]);
    setHost(host, source);
  } catch (error) {
    const fault = toFault(error);
    if (isSessionEnding(fault.reason)) return;
    const retry = () => void show(root, boot, nonce);
    root.render(
      <Themed nonce={nonce}>
        <StartFailed fault={fault} retry={retry} />
      </Themed>,
    );
    return;
  }
  // The server redirects a signed-in user from sign-in to `/`; the browser keeps the target in the hash.
  if (location.hash.startsWith('#?r=') || location.pathname === '/login') {
    history.replaceState(null, '', returnTarget(location.hash));
  }
  root.render(<Root remotes={boot.remotes} nonce={nonce} />);
  void preloadWhenIdle(boot.remotes);
}

/** The console could not load its host; without one it can show nothing else. */
function StartFailed({ fault, retry }: { readonly fault: Fault; readonly retry: () => void }) {
  const text = useText(bootTexts);
  return (
    <main className="sd-start-failed">
      <FaultNotice
        what={text('startFailed')}
        fault={fault}
        actions={
          <Button type="primary" onClick={retry}>
            {text('retry')}
          </Button>
        }
      />
    </main>
  );
}
