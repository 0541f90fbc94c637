import { FAULT_MESSAGES } from '@sitedeck/contract';
import { z } from 'zod';
import type { FaultReason } from '@sitedeck/contract';

/** A line longer than this ends the connection, bytes: no request or reply of ours comes near it. */
const LINE_LIMIT = 64 * 1024 * 1024;

const reasons = Object.keys(FAULT_MESSAGES) as [FaultReason, ...FaultReason[]];

export const FromClient = z.union([
  z.object({ id: z.number(), method: z.string(), request: z.unknown() }),
  z.object({ id: z.number(), abort: z.literal(true) }),
]);

export const FromServer = z.union([
  z.object({ id: z.number(), progress: z.unknown() }),
  z.object({
    id: z.number(),
    refusal: z.object({
      reason: z.enum(reasons),
      detail: z.object({
        field: z.string().optional(),
        retryAfter: z.number().optional(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    }),
  }),
  z.object({ id: z.number(), broken: z.string() }),
  z.object({ id: z.number(), done: z.literal(true), reply: z.unknown() }),
]);
export type FromServer = z.infer<typeof FromServer>;

/** Cuts a byte stream into lines; calls `overflow` where a line is too long. */
export function lineReader(onLine: (line: string) => void, overflow: () => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  const flush = (last: Buffer) => {
    const line = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    size = 0;
    onLine(line.toString('utf8'));
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      flush(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from === chunk.length) return;
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > LINE_LIMIT) overflow();
  };
}
