/**
 * The lazy facades of the kit that remotes take from the console. webpack builds a share only where something refers to
 * it; these are never called from here.
 */
export const LAZY_FACADES = [
  () => import('@sitedeck/ui/page'),
  () => import('@sitedeck/ui/date'),
  () => import('@sitedeck/ui/more'),
  () => import('@sitedeck/ui/extra'),
  () => import('@sitedeck/ui/editor'),
];
