import { cell } from '../kernel/cell';

/**
 * Current time by the server's clock, ms since 1970: for task times, durations, the notice window and opening
 * hours. The browser's clock before the first reply.
 */
// A kernel of an older shell has no clock.
export const serverNow = (): number => cell().kernel?.clock?.now() ?? Date.now();
