import type { SdkApi } from '../api/sdk-api';
import type { Kernel } from './kernel-shape';

/**
 * Version of the kernel's interface for all copies of the SDK in a page. A copy accepts a kernel of the same
 * number only: raise it when a member changes its meaning, not when one is added.
 */
export const KERNEL_PROTOCOL = 1;

const KEY = Symbol.for('sitedeck.kernel.v1');

/** The objects that exist once per page, even if several copies of the SDK are loaded. */
interface Cell {
  readonly protocol: number;
  /** Absent until a page needs it: its code loads after the first paint. */
  api?: SdkApi;
  kernel?: Kernel;
}

interface KernelScope {
  [KEY]?: Cell;
}

/** The first copy of the SDK in the page creates the cell; later copies, from any bundle, find it. */
export function cell(): Cell {
  const scope = globalThis as KernelScope;
  const made: Cell = scope[KEY] ?? { protocol: KERNEL_PROTOCOL };
  scope[KEY] = made;
  return made;
}

/** The page's kernel. Throws when none is installed, or when it has another protocol version. */
export function kernel(): Kernel {
  const found = cell().kernel;
  if (!found) throw new Error('no kernel in this page: call installKernel() first');
  if (found.protocol !== KERNEL_PROTOCOL) {
    throw new Error(`the kernel speaks protocol ${found.protocol}, this bundle ${KERNEL_PROTOCOL}`);
  }
  return found;
}
