import { task } from '../testing/samples';
import { endMark, makeAnnouncedMarks, noticesOf, openMark } from './notices';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const ago = (hours: number) => new Date(NOW - hours * 3600_000).toISOString();
const nothingAnnounced = new Set<string>();

it.each(['RUNNING_SUCCESS', 'RUNNING_FAIL'] as const)('announces a task that ended as %s', (taskStatus) => {
  const ended = task({ taskStatus, createTime: ago(23.9) });
  expect(noticesOf([ended], nothingAnnounced, NOW).finished).toEqual([ended]);
});

it.each([
  ['older than a day', task({ taskStatus: 'RUNNING_SUCCESS', createTime: ago(24.1) })],
  ['already notified', task({ taskStatus: 'RUNNING_SUCCESS', createTime: ago(1), notifyStatus: 1 })],
  ['cancelled', task({ taskStatus: 'STOP', createTime: ago(1) })],
])('announces nothing about a task that is %s', (_name, silent) => {
  expect(noticesOf([silent], nothingAnnounced, NOW)).toEqual({ finished: [], open: [] });
});

it('announces a waiting or running task once, and its end once more', () => {
  const running = task({ createTime: ago(0) });
  expect(noticesOf([running], nothingAnnounced, NOW).open).toEqual([running]);
  const announced = new Set([openMark(running)]);
  expect(noticesOf([running], announced, NOW).open).toEqual([]);
  const ended = { ...running, taskStatus: 'RUNNING_SUCCESS' as const };
  expect(noticesOf([ended], announced, NOW).finished).toEqual([ended]);
  expect(noticesOf([ended], new Set([endMark(ended)]), NOW).finished).toEqual([]);
});

beforeEach(() => localStorage.clear());

it('remembers announcements over a reload and in another tab', () => {
  makeAnnouncedMarks('vh1', localStorage).add(['1 open', '1 end']);
  expect([...makeAnnouncedMarks('vh1', localStorage).marks]).toEqual(['1 open', '1 end']);
  expect([...makeAnnouncedMarks('vh2', localStorage).marks]).toEqual([]);
});

it('keeps only a limited number of the newest announcement marks', () => {
  makeAnnouncedMarks('vh1', localStorage).add(Array.from({ length: 300 }, (_, index) => `${index} end`));
  const { marks } = makeAnnouncedMarks('vh1', localStorage);
  expect([marks.size, marks.has('299 end'), marks.has('0 end')]).toEqual([200, true, false]);
});

it('announces tasks even when the browser stores nothing', () => {
  const announced = makeAnnouncedMarks('vh1', undefined);
  announced.add(['1 end']);
  expect(announced.marks.has('1 end')).toBe(true);
});
