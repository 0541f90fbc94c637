export type RangeAnswer =
  | { readonly is: 'whole' }
  /** Both ends belong to it. */
  | { readonly is: 'part'; readonly from: number; readonly to: number }
  | { readonly is: 'unsatisfiable' };

/** One `bytes` range of RFC 9110; anything else, several ranges too, is answered with the whole. */
export function rangeOf(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { is: 'whole' };
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return { is: 'whole' };
  return from >= size || to < from ? { is: 'unsatisfiable' } : { is: 'part', from, to };
}
