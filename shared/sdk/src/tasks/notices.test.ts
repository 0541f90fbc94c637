import { task } from '../testing/samples';
import { endMark, noticesOf, openMark } from './notices';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const ago = (hours: number) => new Date(NOW - hours * 3600_000).toISOString();
const nothingTold = new Set<string>();

it.each(['RUNNING_SUCCESS', 'RUNNING_FAIL'] as const)('announces a task that ended as %s', (taskStatus) => {
  const ended = task({ taskStatus, createTime: ago(23.9) });
  expect(noticesOf([ended], nothingTold, NOW).finished).toEqual([ended]);
});

it.each([
  ['older than a day', task({ taskStatus: 'RUNNING_SUCCESS', createTime: ago(24.1) })],
  ['already notified', task({ taskStatus: 'RUNNING_SUCCESS', createTime: ago(1), notifyStatus: 1 })],
  ['cancelled', task({ taskStatus: 'STOP', createTime: ago(1) })],
])('announces nothing about a task that is %s', (_name, silent) => {
  expect(noticesOf([silent], nothingTold, NOW)).toEqual({ finished: [], open: [] });
});

it('announces a waiting or running task once, and its end once more', () => {
  const running = task({ createTime: ago(0) });
  expect(noticesOf([running], nothingTold, NOW).open).toEqual([running]);
  const told = new Set([openMark(running)]);
  expect(noticesOf([running], told, NOW).open).toEqual([]);
  const ended = { ...running, taskStatus: 'RUNNING_SUCCESS' as const };
  expect(noticesOf([ended], told, NOW).finished).toEqual([ended]);
  expect(noticesOf([ended], new Set([endMark(ended)]), NOW).finished).toEqual([]);
});
