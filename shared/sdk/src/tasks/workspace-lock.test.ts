import { task } from '../testing/samples';
import { lockOf } from './workspace-lock';

it.each(['WAIT', 'RUNNING'] as const)('is locked by a task that is in %s', (taskStatus) => {
  const restore = task({ taskType: 'WEB_BACKUP_RESTORE', taskStatus });
  expect(lockOf([task({ taskStatus: 'STOP' }), restore])).toEqual({ is: 'locked', task: restore });
});

it('is free while an upload waits for its page to come back', () => {
  expect(lockOf([task({ paused: true })])).toEqual({ is: 'free' });
});

it('is free while only a database backup runs, and when all tasks have ended', () => {
  expect(lockOf([task({ taskType: 'DB_BACKUP' })])).toEqual({ is: 'free' });
  expect(lockOf([task({ taskStatus: 'RUNNING_FAIL' })])).toEqual({ is: 'free' });
});
