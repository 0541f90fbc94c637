import { z } from 'zod';
import { defineCall } from '../call/call';

export const LOG_AREAS = [
  'session',
  'files',
  'task',
  'host',
  'backup',
  'database',
  'provider',
  'remote',
  'log',
] as const;
export type LogArea = (typeof LOG_AREAS)[number];
export const LOG_RESULTS = ['ok', 'refused'] as const;
/** A page's total counts no further; a narrower filter or the export reaches the rows beyond. */
export const LOG_COUNT_MAX = 10_000;
/** Rows of one reply of `newerLog`. */
export const LOG_NEWER_MAX = 100;
/** Characters of a text to search for. */
export const LOG_WORD_MAX = 200;

/** Filters of the log. Times are ISO 8601; `to` is exclusive. */
const LogFilter = z.object({
  /** Part of the object, the user's name or the address, case-insensitive; no wildcards. */
  keyword: z.string().trim().max(LOG_WORD_MAX).default(''),
  /** Part of the user's name. */
  actor: z.string().trim().max(LOG_WORD_MAX).default(''),
  area: z.union([z.enum(LOG_AREAS), z.literal('')]).default(''),
  result: z.union([z.enum(LOG_RESULTS), z.literal('')]).default(''),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});
export type LogFilter = z.input<typeof LogFilter>;

/** One action of a user, successful or not. */
export const LogRecord = z.object({
  id: z.number().int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  operator: z.string(),
  role: z.string(),
  address: z.string(),
  area: z.string(),
  /** Name of the call; `what` describes it in the reader's language. */
  action: z.string(),
  what: z.string(),
  object: z.string(),
  result: z.enum(LOG_RESULTS),
  /** Why the call was refused, in words; empty if it succeeded. */
  why: z.string(),
  /** Reference id, also in the server's log. */
  requestId: z.string(),
  /** Further facts; `before` and `after` if a value was replaced. */
  detail: z.record(z.string(), z.unknown()),
});
export type LogRecord = z.infer<typeof LogRecord>;

export const queryLog = defineCall({
  method: 'POST',
  path: '/api/log/queryPage/{page}/{size}',
  summary: 'One page of the operation log of a host, newest first',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  params: z.object({
    page: z.coerce.number().int().min(1),
    size: z.coerce.number().int().min(1).max(400),
  }),
  body: LogFilter,
  reply: z.object({
    records: z.array(LogRecord),
    total: z.number(),
    pages: z.number(),
    /** More rows match: `total` stops counting at `LOG_COUNT_MAX`. */
    more: z.boolean(),
    /** Where `newerLog` continues. It may return some of these records again; compare ids. */
    cursor: z.number().int(),
  }),
});

export const newerLog = defineCall({
  method: 'POST',
  path: '/api/log/newer/{id}',
  summary: 'Records after a given one, oldest first, up to 100; polled',
  access: 'owner',
  effect: 'read',
  passive: true,
  passesBlock: true,
  params: z.object({ id: z.coerce.number().int().min(0) }),
  body: LogFilter,
  reply: z.array(LogRecord),
});

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const exportLog = defineCall({
  method: 'POST',
  path: '/api/log/export',
  summary: 'Matching records as CSV (UTF-8 with BOM); no cell begins a formula',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  replyForm: 'stream',
  body: LogFilter.extend({
    /** IANA name of the reader's time zone: times are written with its offset. */
    timeZone: z.string().max(64).default('UTC').refine(isTimeZone),
  }),
  reply: z.unknown(),
});
