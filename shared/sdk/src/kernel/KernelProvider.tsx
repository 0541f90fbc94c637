import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { kernel } from './cell';

/**
 * Lets the query hooks of `api` find the kernel's store. The shell renders one around the page; a mounted
 * remote renders its own.
 */
export function KernelProvider({ children }: { readonly children: ReactNode }) {
  return <Provider store={kernel().store}>{children}</Provider>;
}
