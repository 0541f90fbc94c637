import { makeTold } from './told';

beforeEach(() => localStorage.clear());

it('remembers announcements over a reload and in another tab', () => {
  makeTold('vh1', localStorage).add(['1 open', '1 end']);
  expect([...makeTold('vh1', localStorage).marks]).toEqual(['1 open', '1 end']);
  expect([...makeTold('vh2', localStorage).marks]).toEqual([]);
});

it('keeps a limited number of marks, the newest', () => {
  makeTold('vh1', localStorage).add(Array.from({ length: 300 }, (_, index) => `${index} end`));
  const { marks } = makeTold('vh1', localStorage);
  expect([marks.size, marks.has('299 end'), marks.has('0 end')]).toEqual([200, true, false]);
});

it('goes on announcing when the browser stores nothing', () => {
  const told = makeTold('vh1', undefined);
  told.add(['1 end']);
  expect(told.marks.has('1 end')).toBe(true);
});
