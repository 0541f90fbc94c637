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
import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { App } from '../app';

/** Each start is on a host of its own: versions of another one say nothing here. */
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
    testUrl: 'http://vh10001.localhost/',
  });

/** The page's kernel, pointed at `origin`; a later call only forgets what was cached and kept. */
export function startKernel(origin: string): void {
  const config = { apiBase: origin, fileServiceBase: `${origin}/fs`, wireKey: '', links: {}, copyright: '' };
  installKernel({ config });
  hosts += 1;
  setHost(hostNow(), 'FTP');
  kernel().store.dispatch(api.util.resetApiState());
  sessionStorage.clear();
  pollTasksNow();
}

const surface = () => ({
  layers: document.body,
  styles: document.createElement('div').attachShadow({ mode: 'open' }),
  key: 'portal',
});

/** The remote as the shell renders it, or a portal. `leave` asks for another page, as a menu entry does. */
export function renderEnv(page: string, inPortal = false) {
  const told = { dirty: false, path: `/hostEnvSet/${page}` };
  let go: (path: string) => void = () => undefined;

  function Page() {
    const [path, setPath] = useState(told.path);
    const [signal] = useState(() => new AbortController().signal);
    go = (next) => {
      told.path = next;
      setPath(next);
    };
    const ctx: RemoteContext = {
      apiVersion: 1,
      sdk: kernel(),
      host: hostNow(),
      nav: { path, search: '', go },
      locale: 'zh-CN',
      theme: 'light',
      permissions: { role: 'USER', blocked: false, allows: () => false },
      properties: {},
      emit: (event, detail) => {
        if (event === 'dirty') told.dirty = detail === true;
      },
      signal,
      ...(inPortal && { surface: surface() }),
    };
    return path.startsWith('/hostEnvSet') ? <App ctx={ctx} /> : <p>{path}</p>;
  }

  const { container } = render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <Page />
      </UiProvider>
    </KernelProvider>,
  );
  const leave = (path: string) => {
    const asked = { stopped: false };
    act(() => {
      kernel().events.emit('leaving', {
        path,
        stop: () => (asked.stopped = true),
        go: () => act(() => go(path)),
      });
      if (!asked.stopped) go(path);
    });
  };
  return { told, leave, container };
}
