import { useSyncExternalStore } from 'react';
import { kernel } from './cell';
import type { SdkState } from './store';

/**
 * Reads the kernel's store without a context, so that a remote with its own copy of React Redux sees the same
 * store. `select` must return a stored value, not a new object.
 */
export function useSdkState<Part>(select: (state: SdkState) => Part): Part {
  const { store } = kernel();
  const read = () => select(store.getState());
  return useSyncExternalStore((changed) => store.subscribe(changed), read, read);
}
