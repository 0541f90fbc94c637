import { FAULT_MESSAGES, type FaultReason } from '@sitedeck/contract';
import { z } from 'zod';
import { LINE_LIMIT, MANY_MARKS_MAX } from '#files/link/child-messages';

// Programs of a tenant share the child's uid and may write to its channel: nothing here trusts a line.

/** Longest line while no call is open, bytes. */
const QUIET_LINE_LIMIT = 1024 * 1024;
export const lineLimit = (isCallOpen: boolean): number => (isCallOpen ? LINE_LIMIT : QUIET_LINE_LIMIT);

/** JSON brackets and commas in one line: two bytes of them may take a hundred bytes of memory once parsed. */
const MARKS_MAX = 64 * 1024;
const MANY_FILES_VERBS: ReadonlySet<string> = new Set(['uploadStatus', 'checkUpload', 'removeFile']);
const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Brackets and braces differ in this bit. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Counts the brackets and commas of a line without parsing it. */
function isLight(line: Buffer, marksMax: number): boolean {
  let [marks, depth, inString] = [0, 0, false];
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) marks += 1;
    else if ((byte | BRACE_BIT) === OPENING) {
      marks += 1;
      depth += 1;
    } else if ((byte | BRACE_BIT) === CLOSING) depth -= 1;
    if (marks > marksMax || depth > DEPTH_MAX) return false;
  }
  return true;
}

/** Every reply of an unmodified child begins like this. */
const REPLY_HEAD = /^\{"id":(\d{1,15}),"reply":/;
const REPLY_HEAD_BYTES = 40;

/**
 * Parses a line of a child. Throws before parsing if the result would take much more memory than an honest line.
 * @param verbOf the verb of an open call
 */
export function parseLine(line: Buffer, verbOf: (id: number) => string | undefined): unknown {
  if (line.length <= MARKS_MAX || isLight(line, MARKS_MAX)) return JSON.parse(line.toString('utf8'));
  const [, id] = REPLY_HEAD.exec(line.toString('latin1', 0, REPLY_HEAD_BYTES)) ?? [];
  const hasManyFiles = id !== undefined && MANY_FILES_VERBS.has(verbOf(Number(id)) ?? '');
  if (!hasManyFiles || !isLight(line, MANY_MARKS_MAX)) throw new Error('A child sent too many values');
  const value: unknown = JSON.parse(line.toString('utf8'));
  // JSON.parse uses the last of repeated members.
  const isSameReply = typeof value === 'object' && value !== null && 'id' in value && value.id === Number(id);
  if (!isSameReply || Object.keys(value).length !== 2)
    throw new Error('A child sent another reply than the line began with');
  return value;
}

const reasons = Object.keys(FAULT_MESSAGES) as [FaultReason, ...FaultReason[]];
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Text = z.string().max(8192);
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** An event: a child's report outside any call. */
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
    filesTotal: Count,
    bytes: Count,
    rate: Count.optional(),
    failed: z.array(Text).max(100),
    ack: Count.optional(),
  }),
]);

/** Stops at the first wrong value: `z.record` would keep an issue for each. */
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

/** Parsed by the caller, with the schema of its call; `z.record` would copy it. */
const Unparsed = z.custom<object>(isObject);

/** What a child sends about one call. */
export const Outcome = z.union([
  z.object({ id: z.number(), refusal: z.object({ reason: z.enum(reasons), detail: Detail }) }),
  z.object({ id: z.number(), broken: z.string() }),
  z.object({ id: z.number(), progress: Unparsed }),
  z.object({ id: z.number(), reply: Unparsed }),
]);
export type Outcome = z.infer<typeof Outcome>;

function checkEach(schema: z.core.$ZodType, value: unknown): void {
  if (schema instanceof z.ZodOptional) {
    if (value !== undefined) checkEach(schema.unwrap(), value);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const element of value) checkEach(schema.element, element);
  } else if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries<z.core.$ZodType>(schema.shape))
      checkEach(part, Reflect.get(value, name));
  } else z.parse(schema, value);
}

/** Like `schema.parse`, but stops at the first wrong element: with very many, zod would keep an issue for each. */
export function parseToFirstIssue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  checkEach(schema, value);
  return schema.parse(value);
}
