import { useSyncExternalStore } from 'react';

/** What the owner needs once the app is there. The password is kept in this page's memory alone. */
export interface StartedInstall {
  readonly taskId: number;
  readonly hostCode: string;
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** Undefined if the app has no administrator. */
  readonly admin: { readonly name: string; readonly password: string } | undefined;
}

let started: readonly StartedInstall[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly StartedInstall[]): void {
  started = next;
  for (const listener of listeners) listener();
}

/** Outlives the page of apps: the owner may look at another page meanwhile. */
export const keepInstall = (install: StartedInstall): void => replace([install, ...started]);

export const forgetInstall = (taskId: number): void =>
  replace(started.filter((install) => install.taskId !== taskId));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStartedInstalls = (): readonly StartedInstall[] =>
  useSyncExternalStore(subscribe, () => started);
