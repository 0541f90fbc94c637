/** Small enough that each remote bundles its own copy: not shared, and not part of the console's first request. */
export { ADDS } from './focus/trail';
export { useFocusKept } from './focus/use-focus-kept';
