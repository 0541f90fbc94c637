import { useSyncExternalStore } from 'react';

/** Entries that were copied or cut on this page; not the system's clipboard. */
export interface Clip {
  readonly mode: 'copy' | 'cut';
  readonly folder: string;
  readonly names: readonly string[];
}

const listeners = new Set<() => void>();
let held: Clip | undefined;

export function holdClip(clip: Clip | undefined): void {
  held = clip;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const heldClip = (): Clip | undefined => held;

/** The entries that a paste would place; kept while folders change. */
export const useClip = (): Clip | undefined => useSyncExternalStore(subscribe, heldClip, heldClip);
