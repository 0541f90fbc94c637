import { KernelProvider, type RemoteContext } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { createRoot } from 'react-dom/client';
import { App } from './app';

export interface Mounted {
  readonly update: (ctx: RemoteContext) => void;
  readonly unmount: () => void;
}

/** Door `./mount`: the same body in a root and with providers of its own. */
export function mount(element: Element, ctx: RemoteContext): Mounted {
  const root = createRoot(element);
  const render = (now: RemoteContext) =>
    root.render(
      <KernelProvider>
        <UiProvider locale={now.locale} theme={now.theme}>
          <App ctx={now} />
        </UiProvider>
      </KernelProvider>,
    );
  render(ctx);
  return {
    update: render,
    unmount: () => root.unmount(),
  };
}
