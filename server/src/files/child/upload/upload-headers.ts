import type { IncomingHttpHeaders } from 'node:http';
import { IfExists } from '@sitedeck/contract';
import { UPLOAD_CHUNK_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';

/**
 * SHA-256 of the file's content (hex). It comes with this slice, or with the slice that completes the file.
 */
export type ContentHash = { readonly is: 'later' } | { readonly is: 'given'; readonly hex: string };

/** What the headers of a part request for its file. */
export interface PartHeaders {
  /** Absent: the content is not verified. */
  readonly hash?: ContentHash;
  /** What happens if the name exists once the file is complete. Absent: it replaces the old file. */
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
  return match[1] === undefined ? { is: 'later' } : { is: 'given', hex: match[1].toLowerCase() };
}

/** @param headers the headers of one part, as text */
export function readPartHeaders(headers: string): PartHeaders {
  const hash = hashOf(headers);
  const choice = CHOICE.exec(headers)?.[1];
  const ifExists = choice === undefined ? undefined : IfExists.safeParse(choice.toLowerCase()).data;
  if (choice !== undefined && ifExists === undefined) throw badHeader('X-If-Exists');
  return { ...(hash && { hash }), ...(ifExists && { ifExists }) };
}

/** A slice of one file, `[from, to)` of `total` bytes, or complete files. */
export type UploadRequest =
  | {
      readonly is: 'slice';
      readonly from: number;
      readonly to: number;
      readonly total: number;
      readonly first: boolean;
    }
  | { readonly is: 'files' };

/** Room for boundary and part headers besides the slice. */
const FRAME_BYTES = 64 * 1024;
/** Space for the part headers of a batch: names of small files may be longer than their content. */
const BATCH_FRAME_BYTES = 1024 * 1024;
const SLICE_LIMIT = UPLOAD_CHUNK_BYTES + FRAME_BYTES;

export const bodyLimitOf = (request: UploadRequest): number =>
  request.is === 'slice' ? SLICE_LIMIT + FRAME_BYTES : UPLOAD_CHUNK_BYTES + BATCH_FRAME_BYTES;

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

const RANGE = /^bytes\s+(?:\*|(\d{1,16})-(-?\d{1,16}))\/(\*|\d{1,16})$/;

function totalOf(headers: IncomingHttpHeaders, inRange: string | undefined): number {
  const text = inRange === '*' ? headerOf(headers, 'content-total') : inRange;
  if (text === undefined || !/^\d{1,16}$/.test(text)) throw badHeader('Content-Range');
  return Number(text);
}

/**
 * Reads `Content-Range: bytes a-b/total` (an empty file: a star in place of a-b), `Content-Total` where the total is a star,
 * and `Content-First-Slice`. Without Content-Range the request contains complete files.
 */
export function readUploadRequest(headers: IncomingHttpHeaders): UploadRequest {
  const given = headerOf(headers, 'content-range');
  if (given === undefined) return { is: 'files' };
  const match = RANGE.exec(given);
  if (!match) throw badHeader('Content-Range');
  const total = totalOf(headers, match[3]);
  // An empty file: counting back from it gives `0--1/0`.
  if (total === 0) return { is: 'slice', from: 0, to: 0, total, first: true };
  if (match[1] === undefined) throw new Refusal('slice-out-of-range');
  const [from, to] = [Number(match[1]), Number(match[2]) + 1];
  if (to <= from || to > total) throw new Refusal('slice-out-of-range');
  if (to - from > SLICE_LIMIT) throw new Refusal('slice-too-large');
  const firstSlice = headerOf(headers, 'content-first-slice');
  return {
    is: 'slice',
    from,
    to,
    total,
    first: firstSlice === undefined ? from === 0 : firstSlice.toLowerCase() === 'true' && from === 0,
  };
}
