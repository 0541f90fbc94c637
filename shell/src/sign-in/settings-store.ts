import type { SignInPort, SignInPreferences, SignInSettings } from './sign-in-port';

/** Settings from outside the page, read once its script runs; none while prerendering. */
export interface SettingsStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => SignInSettings;
  readonly prefer: (preferences: SignInPreferences) => void;
}

export function makeSettingsStore(port: SignInPort): SettingsStore {
  const listeners = new Set<() => void>();
  let settings: SignInSettings | undefined;
  const get = () => (settings ??= port.load());
  return {
    get,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prefer: (preferences) => {
      settings = { ...get(), preferences };
      port.keep(preferences);
      listeners.forEach((listener) => listener());
    },
  };
}
