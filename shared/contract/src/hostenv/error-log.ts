import { z } from 'zod';
import { defineCall } from '../call/call';
import { READS_SETTINGS } from './call';
import { LOG_SEARCH_MAX } from './site-config';

export const ERROR_LOGS = ['php', 'site'] as const;

export const readErrorLog = defineCall({
  ...READS_SETTINGS,
  path: '/api/vhost/errorLog',
  summary: 'The end of an error log, or the lines added since; only lines that contain `search`',
  passive: true,
  body: z.object({
    log: z.enum(ERROR_LOGS),
    /** `next` of the reply before. */
    from: z.number().int().nonnegative().optional(),
    search: z.string().max(LOG_SEARCH_MAX).default(''),
  }),
  reply: z.object({
    lines: z.array(z.string()),
    /** Bytes from the beginning of the log. */
    next: z.number().int(),
    /** The log was restarted: text that was read before is no longer in it. */
    restarted: z.boolean(),
    /** Earlier lines were left out. */
    cut: z.boolean(),
  }),
});
