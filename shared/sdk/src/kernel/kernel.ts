import type { HostInfo, LoginSource, PublicConfig } from '@sitedeck/contract';
import { cookieAccess, tokenAccess, type TokenSource } from '../call/access';
import { makeCall, makeExchange, type ExchangeDeps } from '../call/call';
import { makeSessionExpired } from '../call/session-expired';
import { makeSupersede } from '../call/supersede';
import { makeServerClock } from '../clock/server-clock';
import { hostLoaded } from '../host/host-slice';
import {
  DEFAULT_PREFERENCES,
  readPreferences,
  writePreferences,
  type Preferences,
} from '../settings/preferences';
import { localeChosen, themeChosen } from '../settings/settings-slice';
import { makeLocalTaskRunner } from '../tasks/local-task-runner';
import { followingCall } from '../tasks/own-task';
import { makeTaskStream } from '../tasks/task-stream';
import { cell, kernel, KERNEL_PROTOCOL } from './cell';
import { makeEvents } from './events';
import type { KernelEvents } from './kernel-events';
import type { Kernel } from './kernel-shape';
import { makeStore, type SdkStore } from './store';

/** The console's own page has a cookie; a portal's page gets tokens. */
export type KernelAuth = { readonly is: 'cookie' } | ({ readonly is: 'token' } & TokenSource);

export interface KernelOptions {
  readonly config: PublicConfig;
  /** The cookie by default. */
  readonly auth?: KernelAuth;
  /** Language and theme at the start; the browser's stored preferences win. A portal passes its own. */
  readonly preferences?: Partial<Preferences>;
}

/** Creates the page's kernel. A second call returns the existing one: two copies of the SDK share it. */
export function installKernel({ config, auth = { is: 'cookie' }, preferences }: KernelOptions): Kernel {
  const place = cell();
  if (place.kernel) return kernel();
  const { store, attachApi } = makeStore();
  if (place.api) attachApi(place.api);
  if (auth.is === 'cookie') rememberPreferences(store, preferences);
  else applyPreferences(store, { ...DEFAULT_PREFERENCES, ...preferences });
  const events = makeEvents<KernelEvents>();
  const access = auth.is === 'cookie' ? cookieAccess : tokenAccess(auth);
  const leave = makeSessionExpired(window, () => store.getState().host.host !== null);
  let isLeaving = false;
  const clock = makeServerClock();
  const parts: ExchangeDeps = {
    config,
    clock,
    store,
    events,
    access,
    supersede: makeSupersede(),
    sessionExpired:
      auth.is === 'cookie'
        ? (def, fault) => {
            events.emit('session-ending', { call: def.path });
            isLeaving = leave(fault.reason);
          }
        : (def) => events.emit('auth-required', { call: def.path, reason: access.lack(def) }),
  };
  const exchange = makeExchange(parts);
  const plainCall = makeCall(exchange);
  const tasks = makeTaskStream({ store, events, exchange, call: plainCall });
  const call = followingCall(plainCall, (id) => tasks.follow?.(id));
  place.kernel = {
    protocol: KERNEL_PROTOCOL,
    config,
    store,
    events,
    access,
    call,
    exchange,
    exchangeBy: (transport) => makeExchange(parts, transport),
    clock,
    tasks,
    localTasks: makeLocalTaskRunner(store),
    attachApi,
    isLeaving: () => isLeaving,
  };
  return place.kernel;
}

/** Makes a host the page's current one and watches its tasks. */
export function setHost(host: HostInfo, loginSource: LoginSource): void {
  const { store, tasks } = kernel();
  store.dispatch(hostLoaded({ host, loginSource }));
  tasks.watch(host.hostService.hostCode);
}

function applyPreferences(store: SdkStore, { locale, theme }: Preferences): void {
  store.dispatch(localeChosen(locale));
  store.dispatch(themeChosen(theme));
}

/** Starts with the browser's stored preferences and stores every change; the sign-in page reads the same ones. */
function rememberPreferences(store: SdkStore, given: Partial<Preferences> | undefined): void {
  applyPreferences(store, readPreferences(given));
  let last = store.getState().settings;
  store.subscribe(() => {
    const now = store.getState().settings;
    if (now !== last) writePreferences(now);
    last = now;
  });
}
