export type RangeAnswer =
  | { readonly is: 'whole' }
  /** Both ends belong to it. */
  | { readonly is: 'part'; readonly from: number; readonly to: number }
  | { readonly is: 'unsatisfiable' };

/** Reads one `bytes` range of RFC 9110; any other header gets the complete file, also one with several ranges. */
export function rangeOf(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first !== '') return fromStart(Number(first), last === '' ? size - 1 : Number(last), size);
  if (last === '') return { is: 'whole' };
  // The last bytes, however many there are.
  const count = Math.min(Number(last), size);
  return count === 0 ? { is: 'unsatisfiable' } : { is: 'part', from: size - count, to: size - 1 };
}

function fromStart(from: number, last: number, size: number): RangeAnswer {
  if (from >= size) return { is: 'unsatisfiable' };
  return last < from ? { is: 'whole' } : { is: 'part', from, to: Math.min(last, size - 1) };
}
