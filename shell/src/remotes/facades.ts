import { loadPart } from './shares';

/**
 * The lazy facades of the kit, which remotes take from the console: webpack builds a share only if a module imports
 * it.
 */
const FACADES = {
  page: () => import('@sitedeck/ui/page'),
  date: () => import('@sitedeck/ui/date'),
  more: () => import('@sitedeck/ui/more'),
  extra: () => import('@sitedeck/ui/extra'),
  editor: () => import('@sitedeck/ui/editor'),
  pdf: () => import('@sitedeck/ui/pdf'),
};

export type Facade = keyof typeof FACADES;

/** Fetches facades before a remote requests them; a failed one is fetched again on that request. */
export function prefetchFacades(names: readonly Facade[]): void {
  for (const name of names) loadPart<unknown>(FACADES[name]).catch(() => undefined);
}
