import { HostInfo, type Locale, type Role } from '@sitedeck/contract';
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
import { useState } from 'react';
import { App } from '../app';

/** 32 bytes, as the server hands them out. */
const WIRE_KEY = Buffer.alloc(32, 7).toString('base64');

/** Each start is on a host of its own: tasks of another one say nothing here. */
let hosts = 10_000;
const hostNow = () =>
  HostInfo.parse({
    hostService: { hostName: 'demo', hostCode: `vh${String(hosts)}`, serviceStatus: { value: 'NORMAL' } },
    specInfo: { language: 'PHP', productType: '', plugin: 0, osType: 'Linux' },
    instanceType: '',
    operatorType: 'USER',
    remark: '',
    domains: [],
    operator: 'demo',
    testUrl: '',
  });

/** The page's kernel, pointed at `origin`; a later call only forgets what was cached and kept. */
export function startKernel(origin: string): void {
  const config = {
    apiBase: origin,
    fileServiceBase: origin,
    wireKey: WIRE_KEY,
    links: {},
    copyright: '',
  };
  installKernel({ config });
  hosts += 1;
  setHost(hostNow(), 'FTP');
  kernel().store.dispatch(api.util.resetApiState());
  pollTasksNow();
}

interface View {
  readonly search?: string;
  readonly role?: Role;
  readonly locale?: Locale;
}

/** The remote as the shell renders it; `address` follows where it goes. */
export function renderDatabase({ search: start = '', role = 'USER', locale = 'zh-CN' }: View = {}) {
  const address = { to: '' };

  function Page() {
    const [search, setSearch] = useState(start);
    const [signal] = useState(() => new AbortController().signal);
    const go = (to: string) => {
      address.to = to;
      setSearch(to.split('?')[1] ?? '');
    };
    const ctx: RemoteContext = {
      apiVersion: 1,
      sdk: kernel(),
      host: hostNow(),
      nav: { path: '/database/manage', search, go },
      locale,
      theme: 'light',
      permissions: { role, blocked: false, allows: () => false },
      properties: {},
      emit: () => undefined,
      signal,
    };
    return <App ctx={ctx} />;
  }

  const { container } = render(
    <KernelProvider>
      <UiProvider locale={locale} theme="light">
        <Page />
      </UiProvider>
    </KernelProvider>,
  );
  return { address, container };
}
