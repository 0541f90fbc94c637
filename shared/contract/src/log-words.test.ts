import { detailWords, objectWords } from './log-words';
import { operatorsNamed, operatorWords } from './operator-words';

const logged = (action: string, object: string, detail: Record<string, unknown> = {}) => ({
  action,
  object,
  detail,
});
const changed = (action: string, before: Record<string, unknown>, after: Record<string, unknown>) =>
  logged(action, Object.keys(after).join(', '), { before, after });

describe('the object of an operation', () => {
  it.each([
    [
      'one switch with its new value',
      changed('setPhpLanguage', { 'php.displayErrors': 'false' }, { 'php.displayErrors': 'true' }),
      '页面上显示 PHP 错误：开',
      'Show PHP errors on pages: On',
    ],
    [
      'no name that the action holds already',
      changed('changePhpVersion', { 'php.version': '8.1' }, { 'php.version': '8.2' }),
      '8.2',
      '8.2',
    ],
    [
      'what was added to a list',
      changed(
        'writeConfig',
        { documents: 'index.html\nindex.php' },
        { documents: 'start.html\nindex.html\nindex.php' },
      ),
      '默认首页：start.html',
      'Default documents: start.html',
    ],
    [
      'the names of several settings',
      changed(
        'setRewrite',
        { 'rewrite.id': '1', 'rewrite.name': 'a', 'rewrite.content': 'x' },
        { 'rewrite.id': '2', 'rewrite.name': 'b', 'rewrite.content': 'y' },
      ),
      '伪静态规则名称、伪静态规则内容',
      'Rewrite rule name, Rewrite rule content',
    ],
    ['a task of the database', logged('undoDatabase', '11'), '任务 #11', 'Task #11'],
    ['a connection', logged('killProcess', '37'), '连接 #37', 'Connection #37'],
    ['a backup', logged('restoreBackup', '/backups/12.tar.zst'), '备份 #12', 'Backup #12'],
    ['what was backed up', logged('createBackup', 'both'), '网站和数据库', 'Website and database'],
    [
      'a schedule',
      logged('saveBackupPlan', 'daily', { before: {}, after: { kind: 'both' } }),
      '每天',
      'Daily',
    ],
    ['the admin tool', logged('openAdminTool', 'adminer'), 'Adminer', 'Adminer'],
    ['a path as it is', logged('makeFolder', '/wwwroot/11'), '/wwwroot/11', '/wwwroot/11'],
    ['a name of the prototype as it is', logged('createBackup', 'toString'), 'toString', 'toString'],
  ])('shows %s', (_what, row, ...words) => {
    expect([objectWords(row, 'zh-CN'), objectWords(row, 'en-US')]).toEqual(words);
  });
});

describe('the details of an operation', () => {
  it('shows only what changed in a nested value, then the other facts', () => {
    const schedule = { is: 'off', at: '03:00' };
    const detail = {
      before: { schedule, kind: 'both' },
      after: { schedule: { ...schedule, is: 'weekly' }, kind: 'both' },
      cancelled: true,
      operator: 'bootstrap',
    };
    expect(detailWords({ detail }, 'zh-CN')).toBe('备份频率：关 → 每周；已取消：是；操作人：服务商');
    expect(detailWords({ detail }, 'en-US')).toBe(
      'Schedule: Off → Weekly; Cancelled: Yes; Operator: Provider',
    );
  });

  it('keeps the names and values of calls that it does not know', () => {
    expect(detailWords({ detail: { toString: 'x', odd: { a: 1 } } }, 'en-US')).toBe(
      'toString: x; odd: {"a":1}',
    );
  });
});

it('words the operators that the product itself has, and no other', () => {
  expect(['bootstrap', 'schedule', 'Li Lei'].map((one) => operatorWords(one, 'zh-CN'))).toEqual([
    '服务商',
    '备份计划',
    'Li Lei',
  ]);
});

it('finds operators by the words that a reader sees', () => {
  expect([operatorsNamed('服务'), operatorsNamed('PROVIDER'), operatorsNamed('x')]).toEqual([
    ['bootstrap'],
    ['bootstrap'],
    [],
  ]);
});
