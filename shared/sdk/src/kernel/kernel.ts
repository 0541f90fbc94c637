import type { HostInfo, LoginSource, PublicConfig } from '@sitedeck/contract';
import { makeCall, makeExchange } from '../call/exchange';
import { makeSessionExpired } from '../call/session-expired';
import { makeSupersede } from '../call/supersede';
import { hostLoaded } from '../host/host-slice';
import { readPreferences, writePreferences, type Preferences } from '../settings/preferences';
import { localeChosen, themeChosen } from '../settings/settings-slice';
import { makeLocalTaskDesk } from '../tasks/local-task-desk';
import { makeTaskStream } from '../tasks/task-stream';
import { cell, KERNEL_PROTOCOL } from './cell';
import { makeEvents } from './events';
import type { KernelEvents } from './kernel-events';
import type { Kernel } from './kernel-shape';
import { makeStore, type SdkStore } from './store';

export interface KernelOptions {
  readonly config: PublicConfig;
  /** Language and theme at the start; what the browser remembers counts first. */
  readonly preferences?: Partial<Preferences>;
}

/** Makes the page's kernel. A second call returns the one that is there: two copies of the SDK share it. */
export function installKernel({ config, preferences }: KernelOptions): Kernel {
  const place = cell();
  if (place.kernel) return kernel();
  const { store, attachApi } = makeStore();
  if (place.api) attachApi(place.api);
  restorePreferences(store, preferences);
  const events = makeEvents<KernelEvents>();
  const exchange = makeExchange({
    config,
    store,
    events,
    supersede: makeSupersede(),
    sessionExpired: makeSessionExpired(window, () => store.getState().host.host !== null),
  });
  const call = makeCall(exchange);
  place.kernel = {
    protocol: KERNEL_PROTOCOL,
    config,
    store,
    events,
    call,
    exchange,
    tasks: makeTaskStream({ store, events, exchange, call }),
    localTasks: makeLocalTaskDesk(store),
    attachApi,
  };
  return place.kernel;
}

/** The page's kernel. Throws where none was installed, or one that speaks another protocol. */
export function kernel(): Kernel {
  const found = cell().kernel;
  if (!found) throw new Error('no kernel in this page: call installKernel() first');
  if (found.protocol !== KERNEL_PROTOCOL) {
    throw new Error(`the kernel speaks protocol ${found.protocol}, this bundle ${KERNEL_PROTOCOL}`);
  }
  return found;
}

/** Makes a host the page's current one; its tasks are watched from now on. */
export function setHost(host: HostInfo, loginSource: LoginSource): void {
  const { store, tasks } = kernel();
  store.dispatch(hostLoaded({ host, loginSource }));
  tasks.watch(host.hostService.hostCode);
}

/** Starts with what the browser remembers and remembers every change; the sign-in page reads the same. */
function restorePreferences(store: SdkStore, given: Partial<Preferences> | undefined): void {
  const { locale, theme } = readPreferences(given);
  store.dispatch(localeChosen(locale));
  store.dispatch(themeChosen(theme));
  let last = store.getState().settings;
  store.subscribe(() => {
    const now = store.getState().settings;
    if (now !== last) writePreferences(now);
    last = now;
  });
}
