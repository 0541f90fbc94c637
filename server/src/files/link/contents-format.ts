import { z } from 'zod';

/**
 * What a ticket for contents sends of each file: the length of a header as four digits, the header as JSON, then the
 * bytes that it names.
 */
export const ContentHeader = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('content'),
    /** Bytes that follow. */
    bytes: z.number().int().nonnegative(),
    /** Bytes of the file. */
    size: z.number().int().nonnegative(),
    /** Rights, such as 0o644. */
    mode: z.number().int().min(0).max(0o777),
    /** ms since 1970. */
    modified: z.number(),
    /** As in the list for the scan. */
    stamp: z.string().max(100),
  }),
  /** `gone`: no such file any more. `closed`: it may not be read, or is no regular file. */
  z.object({ is: z.literal('failed'), why: z.enum(['gone', 'closed']) }),
]);
export type ContentHeader = z.infer<typeof ContentHeader>;

/** Characters of the length in front of a header. */
export const LENGTH_DIGITS = 4;

export function headerBytes(header: ContentHeader): Buffer {
  const text = JSON.stringify(header);
  return Buffer.from(String(text.length).padStart(LENGTH_DIGITS, '0') + text);
}
