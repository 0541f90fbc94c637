import { KernelProvider, type RemoteContext } from '@sitedeck/sdk';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../provider/UiProvider';

/** A remote rendered in a root of its own. */
export interface MountedRemote {
  readonly update: (ctx: RemoteContext) => void;
  readonly unmount: () => void;
}

/** Entry `./mount` of a remote: the same body as `./app`, with its own providers, inside the given surface. */
export function makeMount(App: ComponentType<{ readonly ctx: RemoteContext }>) {
  return (element: Element, ctx: RemoteContext): MountedRemote => {
    // The page that holds the mount shows the failure and offers a retry.
    const root = createRoot(element, { onUncaughtError: (error) => ctx.emit('crash', error) });
    const render = (now: RemoteContext) =>
      root.render(
        <KernelProvider>
          <UiProvider locale={now.locale} theme={now.theme} inside={now.surface}>
            <App ctx={now} />
          </UiProvider>
        </KernelProvider>,
      );
    render(ctx);
    return { update: render, unmount: () => root.unmount() };
  };
}
