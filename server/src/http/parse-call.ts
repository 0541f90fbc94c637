import type { z } from 'zod';
import type { CallShape } from '@sitedeck/contract';
import { Refusal } from '../system/refusal';

export interface Parsed {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What `SitePath` says where a path is not one. */
const PATH_ISSUE = 'path';

function refuseInput(error: z.ZodError, part: keyof Parsed): Refusal {
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') || part;
  if (issue?.message === PATH_ISSUE) return new Refusal('bad-path', { field });
  return new Refusal('bad-input', { field });
}

function parsePart(schema: z.ZodType | undefined, value: unknown, part: keyof Parsed): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw refuseInput(result.error, part);
  return result.data;
}

/** Everything a call takes, as its schemas say. Refuses bad-input or bad-path with the field at fault. */
export const parseCall = (call: CallShape, given: Parsed): Parsed => ({
  params: parsePart(call.params, given.params, 'params'),
  query: parsePart(call.query, given.query, 'query'),
  body: parsePart(call.body, given.body, 'body'),
});
