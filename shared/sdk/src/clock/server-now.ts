import { cell } from '../kernel/cell';

/**
 * Now by the server's clock, ms since 1970: what task times, durations, the notice window and opening hours are measured
 * against. The browser's own before the first reply.
 */
// A kernel of an older shell has no clock.
export const serverNow = (): number => cell().kernel?.clock?.now() ?? Date.now();
