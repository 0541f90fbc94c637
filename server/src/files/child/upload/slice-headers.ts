import type { IncomingHttpHeaders } from 'node:http';
import { UPLOAD_CHUNK_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';

/** A slice of one file, `[from, to)` of `total` bytes, or whole files without any of that. */
export type SliceWish =
  | {
      readonly is: 'slice';
      readonly from: number;
      readonly to: number;
      readonly total: number;
      readonly first: boolean;
    }
  | { readonly is: 'whole' };

/** Boundary, part headers and a few bytes of good will beyond the slice itself. */
const FRAME_BYTES = 64 * 1024;
/** Part headers of a batch: names of small files may outweigh their content. */
const BATCH_FRAME_BYTES = 1024 * 1024;
const SLICE_LIMIT = UPLOAD_CHUNK_BYTES + FRAME_BYTES;

export const bodyLimitOf = (wish: SliceWish): number =>
  wish.is === 'slice' ? SLICE_LIMIT + FRAME_BYTES : UPLOAD_CHUNK_BYTES + BATCH_FRAME_BYTES;

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
};

const RANGE = /^bytes\s+(?:\*|(\d{1,16})-(-?\d{1,16}))\/(\*|\d{1,16})$/;

const badHeader = (field: string) => new Refusal('bad-input', { field, values: { field } });

function totalOf(headers: IncomingHttpHeaders, inRange: string | undefined): number {
  const text = inRange === '*' ? headerOf(headers, 'content-total') : inRange;
  if (text === undefined || !/^\d{1,16}$/.test(text)) throw badHeader('Content-Range');
  return Number(text);
}

/**
 * Reads `Content-Range: bytes a-b/total` (an empty file: a star in place of a-b), `Content-Total` where the total is a star,
 * and `Content-First-Slice`. Without Content-Range the request holds whole files.
 */
export function readSliceHeaders(headers: IncomingHttpHeaders): SliceWish {
  const given = headerOf(headers, 'content-range');
  if (given === undefined) return { is: 'whole' };
  const match = RANGE.exec(given);
  if (!match) throw badHeader('Content-Range');
  const total = totalOf(headers, match[3]);
  // Nothing to send: `0--1/0` is what counting back from an empty file gives.
  if (total === 0) return { is: 'slice', from: 0, to: 0, total, first: true };
  if (match[1] === undefined) throw new Refusal('slice-out-of-range');
  const [from, to] = [Number(match[1]), Number(match[2]) + 1];
  if (to <= from || to > total) throw new Refusal('slice-out-of-range');
  if (to - from > SLICE_LIMIT) throw new Refusal('slice-too-large');
  const said = headerOf(headers, 'content-first-slice');
  return {
    is: 'slice',
    from,
    to,
    total,
    first: said === undefined ? from === 0 : said.toLowerCase() === 'true' && from === 0,
  };
}
