import { FAULT_MESSAGES, type FaultReason } from '@sitedeck/contract';
import { z } from 'zod';

const reasons = Object.keys(FAULT_MESSAGES) as [FaultReason, ...FaultReason[]];
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Text = z.string().max(8192);
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** What happens to a child without being asked. */
export const Event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready') }),
  z.object({ event: z.literal('idle') }),
  z.object({
    event: z.literal('upload'),
    id: z.string().max(64),
    files: Count,
    open: Count,
    bytes: Count,
    current: Text.optional(),
    ack: Count.optional(),
  }),
  z.object({
    event: z.literal('stream'),
    ticket: z.string().max(64),
    state: z.enum(['running', 'done', 'failed']),
    files: Count,
    bytes: Count,
    failed: z.array(Text).max(100),
    ack: Count.optional(),
  }),
]);

/** Ends at the first that is wrong: a record would write down each. */
const Values = z.custom<Record<string, string | number>>(
  (given) =>
    isObject(given) &&
    Object.values(given).every((value) =>
      typeof value === 'string' ? value.length <= 256 : typeof value === 'number',
    ),
);

const Detail = z.object({
  field: z.string().max(64).optional(),
  retryAfter: z.number().optional(),
  values: Values.optional(),
});

/** Looked at by whoever asked; a record would be a copy. */
const Told = z.custom<object>(isObject);

/** What it says about a call. */
export const Answer = z.union([
  z.object({ id: z.number(), refusal: z.object({ reason: z.enum(reasons), detail: Detail }) }),
  z.object({ id: z.number(), broken: z.string() }),
  z.object({ id: z.number(), progress: Told }),
  z.object({ id: z.number(), reply: Told }),
]);
export type Answer = z.infer<typeof Answer>;
