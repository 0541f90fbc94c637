import { useSyncExternalStore } from 'react';

/** Entries that were copied or cut on this page; not the system's clipboard. */
export interface ClipboardEntries {
  readonly mode: 'copy' | 'cut';
  readonly folder: string;
  readonly names: readonly string[];
}

const listeners = new Set<() => void>();
let held: ClipboardEntries | undefined;

export function setClipboard(clip: ClipboardEntries | undefined): void {
  held = clip;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const clipboardEntries = (): ClipboardEntries | undefined => held;

/** The entries that a paste would place; kept while folders change. */
export const useClipboard = (): ClipboardEntries | undefined =>
  useSyncExternalStore(subscribe, clipboardEntries, clipboardEntries);
