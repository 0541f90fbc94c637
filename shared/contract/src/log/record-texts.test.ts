import { detailText, numberedObjectsIn, objectText } from './record-texts';
import { actorsMatching, operatorText, PLAN_OPERATOR, providerOperator } from './operator-texts';

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
    ['a site image', logged('noteSiteImage', '/images/12.tar.zst'), '网站镜像 #12', 'Site image #12'],
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
    expect([objectText(row, 'zh-CN'), objectText(row, 'en-US')]).toEqual(words);
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
    expect(detailText({ detail }, 'zh-CN')).toBe('备份频率：关 → 每周；已取消：是；操作人：服务商');
    expect(detailText({ detail }, 'en-US')).toBe(
      'Schedule: Off → Weekly; Cancelled: Yes; Operator: Provider',
    );
  });

  it('describes a weekday, and why a sign-in link was refused', () => {
    const weekdays = { before: { schedule: { weekday: 1 } }, after: { schedule: { weekday: 7 } } };
    expect(detailText({ detail: weekdays }, 'zh-CN')).toBe('星期：周一 → 周日');
    expect(detailText({ detail: { refused: 'token-refused' } }, 'en-US')).toBe(
      'Refused: The sign-in link is invalid, already used or expired',
    );
  });

  it('keeps the names and values of calls that it does not know', () => {
    expect(detailText({ detail: { toString: 'x', odd: { a: 1 } } }, 'en-US')).toBe(
      'toString: x; odd: {"a":1}',
    );
  });
});

it.each([
  ['the provider in the log', { operator: 'bootstrap', role: 'PROVIDER' }, '服务商'],
  ['the provider in a task', { operator: providerOperator('bootstrap'), role: '' }, '服务商'],
  ['another key of the provider in a task', { operator: providerOperator('billing'), role: '' }, 'billing'],
  ['the backup plan', { operator: PLAN_OPERATOR, role: '' }, '备份计划'],
  ['an owner', { operator: 'Li Lei', role: 'USER' }, 'Li Lei'],
  ['an owner named as the first key', { operator: 'bootstrap', role: 'USER' }, 'bootstrap'],
  ['an owner named as the plan', { operator: 'schedule', role: '' }, 'schedule'],
])('words %s', (_who, actor, words) => {
  expect(operatorText(actor, 'zh-CN')).toBe(words);
});

it('finds the provider by the words that a reader sees, and no owner', () => {
  const provider = { operator: 'bootstrap', role: 'PROVIDER' };
  expect([actorsMatching('服务'), actorsMatching('PROVIDER'), actorsMatching('x')]).toEqual([
    [provider],
    [provider],
    [],
  ]);
});

describe('a numbered object', () => {
  const backup = { object: '/backups/3.tar.zst' };
  const undone = { object: '3', actions: ['undoDatabase', 'undoRestore', 'undoDeploy'] };
  const image = { object: '/images/3.tar.zst' };
  const record = { object: 'WEB_BACKUP 3' };

  it.each([
    ['备份 #3', [backup, record]],
    ['backup #3', [backup, record]],
    ['任务 #3', [undone, record]],
    ['镜像 #3', [image, record]],
    ['网站备份 #3', [record]],
  ])('is found by what the reader sees: %s', (text, found) => {
    const objects = numberedObjectsIn(text).filter(
      ({ object }) => !/^(?!WEB_BACKUP )[A-Za-z_.]+ /.test(object),
    );
    expect(objects).toEqual(found);
  });

  it('is also found if a task is named as an undo or a redo', () => {
    const objects = numberedObjectsIn('撤销重置 #3').map(({ object }) => object);
    expect(objects).toEqual(expect.arrayContaining(['DB_IMPORT 3', 'undo.DB_EMPTY 3', 'redo.DB_EMPTY 3']));
  });

  it('is not found by a text without a number', () => {
    expect(numberedObjectsIn('备份 3')).toEqual([]);
    expect(numberedObjectsIn('#x')).toEqual([]);
  });
});
