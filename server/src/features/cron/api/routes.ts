import type { Handlers } from '#api/calls/handlers';
import { changeHandlers } from './change-handlers';
import { listHandlers } from './list-handlers';
import type { CronCalls, CronParts } from './parts';

export type { CronParts } from './parts';

/** Answers the console's calls about scheduled jobs. */
export const cronHandlers = (parts: CronParts): Handlers<CronCalls> => ({
  ...listHandlers(parts),
  ...changeHandlers(parts),
});
