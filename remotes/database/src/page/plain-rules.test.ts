import { isDatabasePassword, type DatabaseTable } from '@sitedeck/contract';
import { typedPath } from '@sitedeck/ui/file-picker';
import { isDump } from '../import/dump-path';
import { spaceOf } from '../info/space';
import { enginesOf, tablesFor } from '../tables/table-list';
import { outcomeOf } from '../tasks/outcome';
import { taskOf } from '../testing/database-samples';

const GB = 1024 ** 3;

it('computes how full the database is, and warns before it is full', () => {
  expect(spaceOf({ used: null, quota: GB })).toMatchObject({ is: 'measuring' });
  expect(spaceOf({ used: GB, quota: null })).toMatchObject({ is: 'unlimited' });
  expect(spaceOf({ used: 0.4 * GB, quota: GB })).toMatchObject({ share: 0.4, tone: 'normal' });
  expect(spaceOf({ used: 0.8 * GB, quota: GB })).toMatchObject({ tone: 'warning' });
  expect(spaceOf({ used: 2 * GB, quota: GB })).toMatchObject({ share: 1, tone: 'error' });
  expect(spaceOf({ used: 0, quota: 0 })).toMatchObject({ share: 1, tone: 'error' });
});

it('sorts unknown values last, and filters by name and engine', () => {
  const table = (name: string, engine: string, rows: number | null): DatabaseTable => ({
    name,
    kind: 'table',
    engine,
    rows,
    bytes: 1,
    estimated: false,
    collation: '',
    updatedAt: null,
  });
  const tables = [
    table('b', 'InnoDB', 2),
    table('view', '', null),
    table('a', 'MyISAM', 9),
    table('c', 'InnoDB', 2),
  ];
  const names = (query: Partial<Parameters<typeof tablesFor>[1]>) =>
    tablesFor(tables, { filter: '', engine: '', sort: 'rows', order: 'descend', ...query }).map(
      ({ name }) => name,
    );
  expect(names({})).toEqual(['a', 'b', 'c', 'view']);
  expect(names({ sort: 'name', order: 'ascend' })).toEqual(['a', 'b', 'c', 'view']);
  expect(names({ engine: 'InnoDB' })).toEqual(['b', 'c']);
  expect(names({ filter: ' VIE ' })).toEqual(['view']);
  expect(enginesOf(tables)).toEqual(['InnoDB', 'MyISAM']);
});

it('accepts absolute paths only, and offers files that may be dumps', () => {
  expect(typedPath(' /data//a.sql ')).toBe('/data/a.sql');
  for (const bad of ['', '/', 'a.sql', '/data/../etc/passwd']) expect(typedPath(bad)).toBeUndefined();
  expect(['a.sql', 'a.SQL.GZ', 'a.sql.zst', 'a.zip', 'a.php', 'sql'].map(isDump)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('accepts all printable ASCII in passwords, and no character that clients would send as other bytes', () => {
  for (const sign of [' x', '"', "'", '`', '\\', '#', '%', '$', ';'])
    expect(isDatabasePassword(`Abcdef-12345${sign}`)).toBe(true);
  for (const sign of [' ', 'é', '中', '\n', '\t', '\0'])
    expect(isDatabasePassword(`Abcdef-12345${sign}`)).toBe(false);
  expect(isDatabasePassword(' Abcdef-12345')).toBe(false);
  expect(isDatabasePassword('short-1')).toBe(false);
  expect(isDatabasePassword('a'.repeat(65))).toBe(false);
});

it('reports how a task ended, in whatever format the task wrote its result', () => {
  const ended = { id: 1, taskType: 'DB_IMPORT', taskStatus: 'RUNNING_SUCCESS' } as const;
  expect(outcomeOf(taskOf({ ...ended, taskParam: '{"objectName":"/a.sql"}' }))).toEqual({
    is: 'done',
    path: undefined,
    warnings: [],
  });
  expect(outcomeOf(taskOf({ ...ended, taskInfo: '/a.sql' }))).toMatchObject({ is: 'done', path: '/a.sql' });
  expect(outcomeOf(taskOf({ ...ended, taskParam: '{"undoes":3}' }))).toMatchObject({ is: 'undone' });
  const info = '{"path":"/a.sql","warnings":["The view is missing"]}';
  expect(outcomeOf(taskOf({ ...ended, taskInfo: info }))).toEqual({
    ...{ is: 'done', path: '/a.sql' },
    warnings: ['The view is missing'],
  });
  expect(outcomeOf(taskOf({ ...ended, taskStatus: 'STOP' }))).toEqual({ is: 'stopped' });
  expect(outcomeOf(taskOf({ ...ended, taskStatus: 'RUNNING_FAIL', taskInfo: 'null' }))).toEqual({
    is: 'failed',
    message: undefined,
    id: undefined,
  });
});
