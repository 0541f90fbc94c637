import { Compressed, ExtractionResult, Fetching, Unpacking } from './protocol';

it('cuts a child’s task report to what a row may store', () => {
  const long = 'x'.repeat(1_000_000);
  const failed = Array.from({ length: 1000 }, () => long);
  const sum = { files: 1, bytes: 1, skipped: 0, refused: 0, failed, current: long };
  for (const Shape of [Compressed, ExtractionResult, Unpacking, Fetching])
    expect(JSON.stringify(Shape.parse(sum)).length).toBeLessThan(1_000_000);
});
