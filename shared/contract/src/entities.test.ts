import { HostInfo } from './host/host-info';
import { getAllHostList, HostListRecord } from './host/host';
import { login } from './session/session';
import { getCloneInfo } from './site-move/site-move';
import { Task } from './task/task';

/** Field names of an entity, nested ones as `a.b`. */
function fields(schema: { readonly shape: object }, above = ''): string[] {
  return Object.entries(schema.shape).flatMap(([name, value]: [string, object]) =>
    'shape' in value ? fields(value as never, `${above}${name}.`) : [above + name],
  );
}

it('gives host info the fields of the specification', () => {
  expect(fields(HostInfo)).toEqual(
    expect.arrayContaining([
      'hostService.hostName',
      'hostService.hostCode',
      'hostService.serviceStatus.value',
      'specInfo.language',
      'specInfo.productType',
      'specInfo.plugin',
      'specInfo.osType',
      'instanceType',
      'operatorType',
      'remark',
      'domains',
    ]),
  );
});

it('gives the host list its records, its pages and the name of the current host', () => {
  expect(fields(HostListRecord).sort()).toEqual(
    ['hostCode', 'hostName', 'specInfo.osType', 'domains', 'remark'].sort(),
  );
  expect(fields(getAllHostList.reply)).toEqual(
    expect.arrayContaining(['hostList.records', 'hostList.pages', 'currentHostName']),
  );
});

it('gives a task the fields of the specification, with parameters and result as text', () => {
  expect(fields(Task)).toEqual(
    expect.arrayContaining([
      'id',
      'taskType',
      'taskStatus',
      'createTime',
      'endTime',
      'notifyStatus',
      'preTaskCode',
      'taskParam',
      'taskInfo',
      'postStatus',
    ]),
  );
  expect(Task.shape.taskParam.safeParse({ size: 1 }).success).toBe(false);
  expect([0, 1, 2].map((mark) => Task.shape.notifyStatus.safeParse(mark).success)).toEqual([
    true,
    true,
    false,
  ]);
});

it('gives a configuration after an installation exactly three outcomes', () => {
  const takes = (word: string) => Task.shape.postStatus.safeParse(word).success;
  const words = ['CONFIGURATION', 'CONFIGURATION_STOP', 'CONFIGURATION_SUCCESS', 'CONFIGURED'];
  expect(words.map(takes)).toEqual([true, true, true, false]);
});

it('reports what a site move copied and what failed', () => {
  expect(fields(getCloneInfo.reply).sort()).toEqual(['copiedBytes', 'copiedFiles', 'failed']);
});

it('accepts hostName, password, captchaRand and captchaTicket as form data for a login', () => {
  expect(login.bodyForm).toBe('form');
  expect(fields(login.body)).toEqual(
    expect.arrayContaining(['hostName', 'password', 'captchaRand', 'captchaTicket']),
  );
});
