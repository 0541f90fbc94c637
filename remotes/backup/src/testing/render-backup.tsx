import { HostInfo } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost, type RemoteContext } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { App } from '../app';

/** Each start is on a host of its own: what another one kept says nothing here. */
let hosts = 30_000;
const hostNow = () =>
  HostInfo.parse({
    hostService: { hostName: 'demo', hostCode: `vh${String(hosts)}`, serviceStatus: { value: 'NORMAL' } },
    specInfo: { language: 'PHP', productType: '', plugin: 0, osType: 'Linux' },
    instanceType: '',
    operatorType: 'USER',
    remark: '',
    domains: [],
    operator: 'demo',
    testUrl: 'http://vh10001.localhost/',
  });

/** 32 bytes: passwords are sealed for real. */
const WIRE_KEY = Buffer.alloc(32, 3).toString('base64');

/** The page's kernel, pointed at `origin`; a later call only forgets what was cached and kept. */
export function startKernel(origin: string): void {
  const config = {
    apiBase: origin,
    fileServiceBase: `${origin}/fs`,
    wireKey: WIRE_KEY,
    links: {},
    copyright: '',
  };
  installKernel({ config });
  hosts += 1;
  setHost(hostNow(), 'FTP');
  kernel().store.dispatch(api.util.resetApiState());
  localStorage.clear();
}

interface Start {
  readonly role?: 'USER' | 'ADMINISTRATOR';
  readonly search?: string;
}

/** The remote as the shell renders it. */
export function renderBackup(page: string, { role = 'USER', search = '' }: Start = {}) {
  const told = { path: `/backup/${page}` };
  function Page() {
    const [place, setPlace] = useState({ path: told.path, search });
    const [signal] = useState(() => new AbortController().signal);
    const [go] = useState(() => (to: string) => {
      const [path = '', rest = ''] = to.split('?');
      told.path = to;
      setPlace({ path, search: rest });
    });
    const ctx: RemoteContext = {
      apiVersion: 1,
      sdk: kernel(),
      host: hostNow(),
      nav: { ...place, go },
      locale: 'zh-CN',
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
      <UiProvider locale="zh-CN" theme="light">
        <Page />
      </UiProvider>
    </KernelProvider>,
  );
  return { told, container };
}
