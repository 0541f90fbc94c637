import { OutputTail } from './output-tail';

it.each([
  [['abc', 'de'], 'abcde', 5],
  [['abcdef', 'gh'], 'cdefgh', 8],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'cdefgh', 8],
  [['abcdefghij'], 'efghij', 10],
  [['', 'abcdef', ''], 'abcdef', 6],
  [[], '', 0],
])('keeps the last six bytes of %j', (chunks, kept, bytes) => {
  const tail = new OutputTail(6);
  for (const chunk of chunks) tail.add(Buffer.from(chunk));
  expect([tail.content().toString(), tail.bytes]).toEqual([kept, bytes]);
});
