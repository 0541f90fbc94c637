import { missingSlices } from './ranges';

it('cuts what is missing into slices, in order', () => {
  expect(missingSlices(10, [], 4)).toEqual([
    [0, 4],
    [4, 8],
    [8, 10],
  ]);
  expect(
    missingSlices(
      10,
      [
        [0, 4],
        [6, 8],
      ],
      4,
    ),
  ).toEqual([
    [4, 6],
    [8, 10],
  ]);
  expect(
    missingSlices(
      10,
      [
        [8, 10],
        [0, 3],
      ],
      4,
    ),
  ).toEqual([
    [3, 7],
    [7, 8],
  ]);
});

it('returns no slice of a complete or empty file', () => {
  expect(missingSlices(10, [[0, 10]], 4)).toEqual([]);
  expect(missingSlices(0, [], 4)).toEqual([]);
});

it('counts no more bytes than the total, whatever the server claims', () => {
  expect(
    missingSlices(
      10,
      [
        [0, 3],
        [20, 30],
      ],
      4,
    ),
  ).toEqual([
    [3, 7],
    [7, 10],
  ]);
});
