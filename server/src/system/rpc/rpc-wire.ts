import { FAULT_MESSAGES } from '@sitedeck/contract';
import { z } from 'zod';
import { lineBytes as readBytes } from '#system/streams/line-reader';
import type { FaultReason } from '@sitedeck/contract';

/** A longer line ends the connection, bytes; every legitimate message is far shorter. */
export const LINE_LIMIT = 64 * 1024 * 1024;

const reasons = Object.keys(FAULT_MESSAGES) as [FaultReason, ...FaultReason[]];

export const FromClient = z.union([
  z.object({ id: z.number(), method: z.string(), request: z.unknown() }),
  z.object({ id: z.number(), abort: z.literal(true) }),
  z.object({ id: z.number(), hold: z.boolean() }),
]);

const Words = z.object({ 'zh-CN': z.string(), 'en-US': z.string() });

export const FromServer = z.union([
  z.object({ id: z.number(), progress: z.unknown() }),
  z.object({
    id: z.number(),
    refusal: z.object({
      reason: z.enum(reasons),
      detail: z.object({
        field: z.string().optional(),
        retryAfter: z.number().optional(),
        values: z.record(z.string(), z.union([z.string(), z.number(), Words])).optional(),
      }),
    }),
  }),
  z.object({ id: z.number(), broken: z.string() }),
  z.object({ id: z.number(), done: z.literal(true), reply: z.unknown() }),
]);
export type FromServer = z.infer<typeof FromServer>;

/** Cuts the bytes of a socket into lines; calls `overflow` for a line that is too long. */
export const lineBytes = (onLine: (line: Buffer) => void, overflow: () => void) =>
  readBytes(onLine, overflow, LINE_LIMIT);
