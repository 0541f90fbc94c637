import { pollPause } from './poll-pace';

it('polls every 5 s, plus or minus a tenth, while the page is visible', () => {
  expect(pollPause({ hidden: false, failures: 0 }, 0.5)).toBe(5000);
  expect(pollPause({ hidden: false, failures: 0 }, 0)).toBe(4500);
  expect(pollPause({ hidden: false, failures: 0 }, 1)).toBe(5500);
});

it('polls less often while the page is hidden', () => {
  expect(pollPause({ hidden: true, failures: 0 }, 0.5)).toBe(30_000);
});

it('backs off while the server does not answer, and never beyond a minute', () => {
  const pauses = [1, 2, 3, 4, 20].map((failures) => pollPause({ hidden: false, failures }, 0.5));
  expect(pauses).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
});
