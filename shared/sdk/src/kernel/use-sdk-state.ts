import { useSyncExternalStore } from 'react';
import { kernel } from './kernel';
import type { SdkState } from './store';

/**
 * Reads the kernel's store without a context: a remote that brought its own copy of React Redux still sees the one store.
 * `select` must return a stored value, not a new object.
 */
export function useSdkState<Part>(select: (state: SdkState) => Part): Part {
  const { store } = kernel();
  const read = () => select(store.getState());
  return useSyncExternalStore((changed) => store.subscribe(changed), read, read);
}
