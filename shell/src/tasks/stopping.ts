import { useSyncExternalStore } from 'react';

let ids: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<number>): void {
  ids = next;
  listeners.forEach((listener) => listener());
}

/** Tasks that this page has asked to stop; popover, indicator and task center share them. */
export const markStopping = (id: number): void => change(new Set([...ids, id]));
export const unmarkStopping = (id: number): void => change(new Set([...ids].filter((other) => other !== id)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useStopping = (): ReadonlySet<number> => useSyncExternalStore(subscribe, () => ids);
