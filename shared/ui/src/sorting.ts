/** Small enough that each remote bundles its own copy: not shared, and not part of the console's first request. */
export { dropMark, useSorting, type Drag } from './sorting/use-sorting';
