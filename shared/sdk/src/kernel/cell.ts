import type { SdkApi } from '../api/sdk-api';
import type { Kernel } from './kernel-shape';

/**
 * Version of what the kernel promises to the copies of the SDK around it. A copy accepts the kernel of the same number
 * only: raise it when a member changes its meaning, not when one is added.
 */
export const KERNEL_PROTOCOL = 1;

const KEY = Symbol.for('sitedeck.kernel.v1');

/** What must exist once in a page even when several copies of the SDK are loaded. */
interface Cell {
  readonly protocol: number;
  /** Absent until a page asks for it: its code comes later than the first picture. */
  api?: SdkApi;
  kernel?: Kernel;
}

interface Place {
  [KEY]?: Cell;
}

/** The first copy of the SDK in the page makes the cell; later ones, of whatever bundle, find it. */
export function cell(): Cell {
  const place = globalThis as Place;
  const made: Cell = place[KEY] ?? { protocol: KERNEL_PROTOCOL };
  place[KEY] = made;
  return made;
}
