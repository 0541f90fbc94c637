import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { inflateBatch, type DeflatedEntry } from './inflate-batch';

const deflated = (text: string) => {
  const content = Buffer.from(text);
  return { packed: deflateRawSync(content), size: content.length, crc: crc32(content) };
};
const inflated = (entries: readonly DeflatedEntry[]): readonly Buffer[] => [
  ...inflateBatch(new Map(entries.entries())).values(),
];
const ENTRIES = [deflated('first'), deflated(''), deflated('third '.repeat(10_000))];

it('inflates entries as one by one would, also empty ones', () => {
  expect(inflated(ENTRIES).map(String)).toEqual(['first', '', 'third '.repeat(10_000)]);
  expect(inflated([])).toEqual([]);
});

it.each([
  { name: 'another checksum', change: { crc: 1 } },
  { name: 'a smaller size', change: { size: 4 } },
  { name: 'a larger size', change: { size: 6 } },
  { name: 'cut bytes', change: { packed: deflateRawSync(Buffer.from('first')).subarray(0, -1) } },
  {
    name: 'bytes after its end',
    change: { packed: Buffer.concat([deflateRawSync('first'), Buffer.from('x')]) },
  },
])('rejects an entry with $name', ({ change }) => {
  expect(() => inflated([{ ...deflated('first'), ...change }, deflated('other')])).toThrow();
});

it('rejects an entry that holds members of its own, though all sizes fit together', () => {
  // One entry's bytes end early and go on with two members; the next entry is shorter by as much.
  const [inner, own] = [gzipSync('bb').subarray(10), gzipSync('cc')];
  const packed = Buffer.concat([inner, own.subarray(0, -8)]);
  const hostile = { packed, size: 2, crc: crc32(Buffer.from('cc')) };
  expect(() => inflated([hostile, deflated('other')])).toThrow();
});
