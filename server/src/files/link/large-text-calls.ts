import { writeText } from '@sitedeck/contract';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import type { z } from 'zod';
import { JsonText } from '#system/streams/json-text';
import { joinText, splitText, TEXT_MEMBER, unitsOfJsonString } from '#system/streams/large-text';
import { Refusal } from '#faults/refusal';
import type { FileVerb } from './protocol';

/** The maximum of the `writeText` schema, UTF-16 units. */
const UNITS_MAX = 2 * CAT_LIMIT_BYTES;

const WriteRest = writeText.body.omit({ content: true });
type WriteRest = z.output<typeof WriteRest>;

/** Refuses a text that is too long for a call or is not a JSON string. */
export function checkUnits(units: number | undefined): void {
  if (units === undefined || units > UNITS_MAX) throw new Refusal('bad-input', { field: TEXT_MEMBER });
}

/** The body of a call whose large text is sent separately. */
export function withoutText(verb: FileVerb, body: unknown, text: JsonText): WriteRest {
  if (verb !== 'writeText') throw new Error(`${verb} takes no text`);
  checkUnits(unitsOfJsonString(text.bytes));
  return WriteRest.parse(body);
}

/**
 * A child's reply that contains a file's text: everything except the text is parsed and checked; of the text, its form
 * and length.
 */
export function textInReply(reply: z.ZodObject, answer: unknown): JsonText {
  const split = answer instanceof JsonText ? splitText(answer.bytes, TEXT_MEMBER) : undefined;
  if (!split?.text) throw new Error('A child answered with something other than a text');
  const { [TEXT_MEMBER]: _empty, ...rest } = reply.parse(split.rest);
  return joinText(rest, TEXT_MEMBER, split.text);
}
