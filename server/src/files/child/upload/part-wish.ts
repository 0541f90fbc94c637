import { IfExists } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';

/** Of the file's whole content: will be told with the slice that completes it, or is told now (hex). */
export type ContentHash = { readonly is: 'later' } | { readonly is: 'told'; readonly hex: string };

/** What the sender wishes for a file, in the headers of its part. */
export interface PartWish {
  /** Absent: the content is not checked. */
  readonly hash?: ContentHash;
  /** When the file is complete and its name is taken. Absent: the file replaces what is there. */
  readonly ifExists?: IfExists;
}

const HASH = /^x-upload-hash:\s*sha-256(?:\s*=\s*([0-9a-f]{64}))?\s*$/im;
const ANY_HASH = /^x-upload-hash:/im;
const CHOICE = /^x-if-exists:[^\S\r\n]*([^\r\n]*?)\s*$/im;

const badHeader = (field: string) => new Refusal('bad-input', { field, values: { field } });

function hashOf(headers: string): ContentHash | undefined {
  if (!ANY_HASH.test(headers)) return undefined;
  const match = HASH.exec(headers);
  if (!match) throw badHeader('X-Upload-Hash');
  return match[1] === undefined ? { is: 'later' } : { is: 'told', hex: match[1].toLowerCase() };
}

/** @param headers of one part, as text */
export function wishOf(headers: string): PartWish {
  const hash = hashOf(headers);
  const choice = CHOICE.exec(headers)?.[1];
  const ifExists = choice === undefined ? undefined : IfExists.safeParse(choice.toLowerCase()).data;
  if (choice !== undefined && ifExists === undefined) throw badHeader('X-If-Exists');
  return { ...(hash && { hash }), ...(ifExists && { ifExists }) };
}
