import type { RemoteApp } from '../../shell/src/remotes/load-remote';

const held = new Map<string, RemoteApp>();

/** Remotes by name, bundled with the page. */
export function holdRemotes(remotes: Readonly<Record<string, RemoteApp>>): void {
  for (const [name, remote] of Object.entries(remotes)) held.set(name, remote);
}

export const heldRemote = (name: string): RemoteApp | undefined => held.get(name);

/** In place of the shell's own: nothing has to be known ahead, nor to be fetched. */
export const registerSessionRemotes = (): void => undefined;
export const preloadApp = (): Promise<void> => Promise.resolve();
