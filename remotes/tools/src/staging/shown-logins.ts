import { useSyncExternalStore } from 'react';

/** A login of a preview address. The server shows its password once, so this page's memory alone has it. */
export interface ShownLogin {
  readonly hostCode: string;
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

let logins: readonly ShownLogin[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly ShownLogin[]): void {
  logins = next;
  for (const listener of listeners) listener();
}

const others = (hostCode: string) => logins.filter((login) => login.hostCode !== hostCode);

/** Outlives the page: the owner may look at another page while the copy is made. */
export const keepLogin = (login: ShownLogin): void => replace([login, ...others(login.hostCode)]);

export const forgetLogin = (hostCode: string): void => replace(others(hostCode));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShownLogin = (hostCode: string): ShownLogin | undefined =>
  useSyncExternalStore(subscribe, () => logins).find((login) => login.hostCode === hostCode);
