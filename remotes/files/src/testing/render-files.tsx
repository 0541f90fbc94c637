import { HostInfo } from '@sitedeck/contract';
import {
  installKernel,
  kernel,
  KernelProvider,
  pollTasksNow,
  setHost,
  type RemoteContext,
} from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { render } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { App } from '../app';

const host = HostInfo.parse({
  hostService: { hostName: 'demo', hostCode: 'vh10001', serviceStatus: { value: 'NORMAL' } },
  specInfo: { language: 'PHP', productType: '', plugin: 0, osType: 'Linux' },
  instanceType: '',
  operatorType: 'USER',
  remark: '',
  domains: [],
  operator: 'demo',
  testUrl: '',
});

/** The page's kernel, pointed at `origin`; a later call only forgets what was cached. */
export function startKernel(origin: string): void {
  const config = { apiBase: origin, fileServiceBase: origin, wireKey: '', links: {}, copyright: '' };
  installKernel({ config });
  setHost(host, 'FTP');
  kernel().store.dispatch(api.util.resetApiState());
  pollTasksNow();
}

export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        {children}
      </UiProvider>
    </KernelProvider>
  );
}

/** The remote as the shell renders it, with an address of its own. */
function Page({
  start,
  onGo,
}: {
  readonly start: string;
  readonly onGo: (to: string, search: string) => void;
}) {
  const [search, setSearch] = useState(start);
  const [signal] = useState(() => new AbortController().signal);
  const go = (path: string) => {
    const next = path.split('?')[1] ?? '';
    onGo(path, next);
    setSearch(next);
  };
  const ctx: RemoteContext = {
    apiVersion: 1,
    sdk: kernel(),
    host,
    nav: { path: '/fileManage', search, go },
    locale: 'zh-CN',
    theme: 'light',
    permissions: { role: 'USER', blocked: false, allows: () => false },
    properties: {},
    emit: () => undefined,
    signal,
  };
  return <App ctx={ctx} />;
}

/** Renders the page at `?<search>`; `address` follows where it goes: `to` as it was asked for, `steps` how often. */
export function renderFiles(search = '') {
  const address = { search, to: '', steps: 0 };
  const follow = (to: string, next: string) =>
    Object.assign(address, { to, search: next, steps: address.steps + 1 });
  render(<Page start={search} onGo={follow} />, {
    wrapper: Providers,
  });
  return address;
}
