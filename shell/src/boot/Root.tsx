import type { BootRemote } from '@sitedeck/contract';
import { KernelProvider, useLocale, useTheme } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { RemotesContext } from '../routing/console-context';
import { ConsoleRoutes } from '../routing/routes';

interface Props {
  readonly remotes: readonly BootRemote[];
  readonly nonce: string;
}

/** The signed-in console. */
export function Root({ remotes, nonce }: Props) {
  return (
    <KernelProvider>
      <Themed nonce={nonce}>
        <BrowserRouter>
          <RemotesContext value={remotes}>
            <ConsoleRoutes />
          </RemotesContext>
        </BrowserRouter>
      </Themed>
    </KernelProvider>
  );
}

/** Theme and language of the page around its content. */
export function Themed({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  const locale = useLocale();
  const { scheme } = useTheme();
  return (
    <UiProvider locale={locale} theme={scheme} nonce={nonce}>
      {children}
    </UiProvider>
  );
}
