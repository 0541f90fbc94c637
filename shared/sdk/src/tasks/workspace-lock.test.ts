import { task } from '../testing/samples';
import { lockOf } from './workspace-lock';

it.each(['WAIT', 'RUNNING'] as const)('reports a lock for a task that is in %s', (taskStatus) => {
  const restore = task({ taskType: 'WEB_BACKUP_RESTORE', taskStatus });
  expect(lockOf([task({ taskStatus: 'STOP' }), restore])).toEqual({ is: 'locked', task: restore });
});

it('reports no lock for an upload whose page was closed', () => {
  expect(lockOf([task({ paused: true })])).toEqual({ is: 'free' });
});

it('reports no lock while only a database backup runs, and when all tasks have ended', () => {
  expect(lockOf([task({ taskType: 'DB_BACKUP' })])).toEqual({ is: 'free' });
  expect(lockOf([task({ taskStatus: 'RUNNING_FAIL' })])).toEqual({ is: 'free' });
});
