/** Small enough that each remote brings its own: no share, and nothing in the console's first request. */
export { ADDS } from './focus/trail';
export { useFocusKept } from './focus/use-focus-kept';
