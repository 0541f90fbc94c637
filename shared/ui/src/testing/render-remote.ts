import { HostInfo, type Language, type Locale, type Role } from '@sitedeck/contract';
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
import { createElement, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

/** 32 bytes, as the server sends them: passwords are sealed for real. */
const WIRE_KEY = Buffer.alloc(32, 7).toString('base64');

/** Each start has a host of its own, so that tasks and drafts of an earlier test do not show up. */
let hostNumber = 10_000;
const currentHost = (language: Language = 'PHP') =>
  HostInfo.parse({
    hostService: { hostName: 'demo', hostCode: `vh${hostNumber}`, serviceStatus: { value: 'NORMAL' } },
    specInfo: { language, productType: '', plugin: 0, osType: 'Linux' },
    instanceType: '',
    operatorType: 'USER',
    remark: '',
    domains: [],
    operator: 'demo',
    testUrl: 'http://vh10001.localhost/',
    caged: true,
  });

/** Points the page's kernel at `origin`. A later call only chooses another host and drops what was cached and stored. */
export function startKernel(origin: string, fileServiceBase = origin): void {
  installKernel({
    config: { apiBase: origin, fileServiceBase, wireKey: WIRE_KEY, links: {}, copyright: '' },
  });
  hostNumber += 1;
  setHost(currentHost(), 'FTP');
  kernel().store.dispatch(api.util.resetApiState());
  localStorage.clear();
  sessionStorage.clear();
  pollTasksNow();
}

/** The providers that the shell puts around a remote. */
export function Providers({
  locale = 'zh-CN',
  children,
}: {
  readonly locale?: Locale;
  readonly children?: ReactNode;
}) {
  const themed = { locale, theme: 'light', children } as const;
  return createElement(KernelProvider, null, createElement(UiProvider, themed));
}

interface View {
  /** Where the page starts, with its query: `/backup/site?act=now`. */
  readonly at: string;
  readonly role?: Role;
  readonly locale?: Locale;
  /** Of the host's programs. */
  readonly language?: Language;
  /** Shown on the surface of a portal instead of in the console. */
  readonly inPortal?: boolean;
}

/** What a rendered remote reported to the shell. */
interface ReportedState {
  /** The address it is at. */
  path: string;
  search: string;
  /** The last address that was navigated to, with its query. */
  to: string;
  navigations: number;
  /** It holds changes that are not saved. */
  dirty: boolean;
}

const split = (to: string) => {
  const [path = '', search = ''] = to.split('?');
  return { path, search };
};

const portalSurface = () => ({
  layers: document.body,
  styles: document.createElement('div').attachShadow({ mode: 'open' }),
  key: 'portal',
});

/** Renders a remote as the shell does. `leave` asks for another page, as a menu entry does. */
export function renderRemote(
  App: ComponentType<{ readonly ctx: RemoteContext }>,
  { at, role = 'USER', locale = 'zh-CN', language = 'PHP', inPortal = false }: View,
) {
  const reported: ReportedState = { ...split(at), to: at, navigations: 0, dirty: false };
  const folder = reported.path.split('/')[1] ?? '';
  const listeners = new Set<() => void>();
  let address = split(at);
  const go = (to: string) => {
    address = split(to);
    Object.assign(reported, address, { to, navigations: reported.navigations + 1 });
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  function Page() {
    const { path, search } = useSyncExternalStore(subscribe, () => address);
    const [signal] = useState(() => new AbortController().signal);
    const ctx: RemoteContext = {
      apiVersion: 1,
      sdk: kernel(),
      host: currentHost(language),
      nav: { path, search, go },
      locale,
      theme: 'light',
      permissions: { role, blocked: false, allows: () => false },
      properties: {},
      emit: (event, detail) => {
        if (event === 'dirty') reported.dirty = detail === true;
      },
      signal,
      ...(inPortal && { surface: portalSurface() }),
    };
    return path.startsWith(`/${folder}`) ? createElement(App, { ctx }) : createElement('p', null, path);
  }

  const { container } = render(createElement(Page), {
    wrapper: ({ children }: { readonly children: ReactNode }) =>
      createElement(Providers, { locale }, children),
  });
  const leave = (to: string) => {
    let stopped = false;
    act(() => {
      kernel().events.emit('leaving', {
        path: to,
        stop: () => (stopped = true),
        go: () => act(() => go(to)),
      });
      if (!stopped) go(to);
    });
  };
  return { reported, leave, container };
}
