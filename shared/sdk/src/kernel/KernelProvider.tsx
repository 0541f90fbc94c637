import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { kernel } from './kernel';

/** Lets the query hooks of `api` find the kernel's store. The shell has one around the page; a mounted remote brings one. */
export function KernelProvider({ children }: { readonly children: ReactNode }) {
  return <Provider store={kernel().store}>{children}</Provider>;
}
