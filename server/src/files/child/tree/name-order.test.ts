import { NamedOrder } from './name-order';

const numbers = Array.from({ length: 1000 }, (_, index) => `n${(index * 7919) % 1000}`);
const folders = ['z', 'b', 'a'];

it('returns the same rows whether some or all of the names are sorted', () => {
  const all = [...folders].sort().concat([...numbers].sort());
  const order = new NamedOrder(folders, numbers);
  expect([order.total, order.folders]).toEqual([1003, 3]);
  for (const [offset, limit] of [
    [0, 2],
    [1, 9],
    [4, 20],
    [0, 31],
    [900, 500],
    [0, 2000],
    [2, 5],
  ] as const)
    expect(order.page(offset, limit)).toEqual(all.slice(offset, offset + limit));
});

it('sorts names that are not UTF-8 among the others', () => {
  const odd = Buffer.from([0x6e, 0xff]);
  const order = new NamedOrder([], [...numbers, odd]);
  expect(order.page(0, 3)).toEqual([...numbers].sort().slice(0, 3));
  expect(order.names.at(-1)).toBe(odd);
});
