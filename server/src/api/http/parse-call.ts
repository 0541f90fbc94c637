import type { z } from 'zod';
import type { CallShape } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The message of `SitePath` for an invalid path. */
const PATH_ISSUE = 'path';

function refuseInput(error: z.ZodError, part: keyof ParsedInput): Refusal {
  const [issue] = error.issues;
  const at = issue?.path.map(String) ?? [];
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const field = (unknown === undefined ? at : [...at, unknown]).join('.') || part;
  if (issue?.message === PATH_ISSUE) return new Refusal('bad-path', { field });
  return new Refusal('bad-input', { field });
}

/** NUL and lone surrogates, which no database or log can store. */
const UNFIT = /[\0\p{Cs}]/u;

/** The position of such a character in a value, as `a.b.0`; undefined if there is none. */
function unfitAt(value: unknown): string | undefined {
  if (typeof value === 'string') return UNFIT.test(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = unfitAt(inner);
    if (at !== undefined) return at === '' ? key : `${key}.${at}`;
  }
  return undefined;
}

function parsePart(schema: z.ZodType | undefined, value: unknown, part: keyof ParsedInput): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw refuseInput(result.error, part);
  return result.data;
}

/** Whether this part is file content, which may hold any character because nothing of it is logged. */
const isContent = (call: CallShape, part: keyof ParsedInput): boolean =>
  call.path === '/fs/echo' && part === 'body';

function checkText(call: CallShape, parsed: ParsedInput): ParsedInput {
  for (const part of ['params', 'query', 'body'] as const) {
    const field = isContent(call, part) ? undefined : unfitAt(parsed[part]);
    if (field !== undefined) throw new Refusal('bad-input', { field: field || part });
  }
  return parsed;
}

const NOTHING: ParsedInput = { params: undefined, query: undefined, body: undefined };

/**
 * Parses all input of a call by its schemas. Refuses with `bad-input` or `bad-path` and the name of the invalid
 * field.
 */
export const parseCall = (call: CallShape, given: ParsedInput): ParsedInput =>
  call.params || call.query || call.body
    ? checkText(call, {
        params: parsePart(call.params, given.params, 'params'),
        query: parsePart(call.query, given.query, 'query'),
        body: parsePart(call.body, given.body, 'body'),
      })
    : NOTHING;
