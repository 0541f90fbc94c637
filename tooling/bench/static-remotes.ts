import type { RemoteApp } from '../../shell/src/remotes/load-remote';

const held = new Map<string, RemoteApp>();

/** Keeps the remotes, by name, that are bundled with the page. */
export function registerStaticRemotes(remotes: Readonly<Record<string, RemoteApp>>): void {
  for (const [name, remote] of Object.entries(remotes)) held.set(name, remote);
}

export const staticRemote = (name: string): RemoteApp | undefined => held.get(name);

/** Replace functions of the shell: remotes bundled with the page are neither announced nor prefetched. */
export const registerSessionRemotes = (): void => undefined;
export const preloadApp = (): Promise<void> => Promise.resolve();
