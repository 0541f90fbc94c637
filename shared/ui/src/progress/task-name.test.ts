import { taskNameKey } from './task-name';

it.each([
  ['DB_IMPORT', { objectName: '/data/a.sql' }, 'kind.DB_IMPORT'],
  ['DB_IMPORT', { undoes: 7, undoneType: 'DB_EMPTY' }, 'undo.DB_EMPTY'],
  ['DB_IMPORT', { undoes: 7 }, 'undo.DB_IMPORT'],
  ['DB_IMPORT', { undoes: 8, undoneType: 'DB_EMPTY', redo: true }, 'redo.DB_EMPTY'],
  ['WEB_BACKUP_RESTORE', { point: 1, undoes: 7 }, 'undo.WEB_BACKUP_RESTORE'],
  ['WEB_BACKUP_RESTORE', { point: 1, undoes: 7, redo: true }, 'redo.WEB_BACKUP_RESTORE'],
  ['IMAGE_DEPLOY', { image: 3, undoes: 7 }, 'undo.IMAGE_DEPLOY'],
  ['WEB_SITE_IMAGE_CREATE', { name: 'a', note: '' }, 'kind.WEB_SITE_IMAGE_CREATE'],
  ['WEB_SITE_IMAGE_CREATE', { objectName: '/data/a.tar.zst' }, 'file.WEB_SITE_IMAGE_CREATE'],
  ['DB_EXPORT', { targetPath: '/data/"undoes":/a.sql' }, 'kind.DB_EXPORT'],
] as const)('names a %s with the parameters %j as %s', (taskType, param, key) => {
  expect(taskNameKey({ taskType, taskParam: JSON.stringify(param) })).toBe(key);
});
