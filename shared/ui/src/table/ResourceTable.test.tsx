import { screen, within } from '@testing-library/react';
import { renderUi, seriousFindings } from '../testing/render-ui';
import type { ResourceRows } from './resource-types';
import { ResourceTable, type ResourceTableProps } from './ResourceTable';

interface Site {
  readonly id: number;
  readonly name: string;
}

const rows: ResourceRows<Site> = {
  is: 'ready',
  rows: [
    { id: 1, name: 'a.com' },
    { id: 2, name: 'b.com' },
  ],
  total: 126,
};

const show = (given: Partial<ResourceTableProps<Site>>) =>
  renderUi(
    <ResourceTable<Site>
      label="域名"
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={[{ key: 'name', title: '域名', render: ({ name }) => name, card: 'name' }]}
      empty={{ text: '还没有绑定域名' }}
      retry={() => undefined}
      {...given}
    />,
  );

it('shows rows and how many there are in all', async () => {
  const { container } = show({ paging: { page: 1, size: 20, onChange: () => undefined } });
  expect(screen.getByText('b.com')).toBeDefined();
  expect(screen.getByText('共 126 条')).toBeDefined();
  expect(await seriousFindings(container)).toEqual([]);
});

it('distinguishes an empty list from one whose filter matches nothing', async () => {
  const none: ResourceRows<Site> = { is: 'ready', rows: [], total: 0 };
  const { rerender, user } = show({ rows: none });
  expect(screen.getByText('还没有绑定域名')).toBeDefined();
  rerender(<></>);
  const clear = jest.fn();
  show({ rows: none, filter: { active: true, clear } });
  await user.click(screen.getByRole('button', { name: '清除筛选' }));
  expect(clear).toHaveBeenCalledTimes(1);
});

it('says why it failed and tries again on request', async () => {
  const retry = jest.fn();
  const fault = { code: '500', reason: 'internal', message: '服务器内部错误，编号 7F3A2C', id: '7F3A2C' };
  const { user } = show({ rows: { is: 'failed', fault }, retry });
  expect(screen.getByRole('alert').textContent).toContain('服务器内部错误');
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

it('keeps the old rows, dimmed, while newer ones load', () => {
  show({ rows: { ...rows, is: 'loading' } });
  expect(screen.getByText('a.com').closest('[aria-busy="true"]')).not.toBeNull();
});

it('shows two actions beside a row and the rest in a named menu', async () => {
  const run = jest.fn();
  const acts = ['查看', '编辑', '删除'].map((label) => ({ key: label, label, run }));
  const { user } = show({ acts, actsTitle: '操作' });
  expect(screen.queryByRole('button', { name: '删除 a.com' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '查看 a.com' }));
  expect(run).toHaveBeenCalledWith({ id: 1, name: 'a.com' });
  await user.click(screen.getByRole('button', { name: 'a.com 的更多操作' }));
  expect(await screen.findByRole('menuitem', { name: '删除' })).toBeDefined();
});

it('keeps showing an action that is forbidden now, with its reason, and never runs it', async () => {
  const run = jest.fn();
  const { user } = show({
    acts: [{ key: 'x', label: '删除', run, reason: () => '任务运行中' }],
    actsTitle: '操作',
  });
  await user.click(screen.getByRole('button', { name: '删除 a.com' }));
  expect(run).not.toHaveBeenCalled();
});

it('replaces its tools by the actions on the selected rows', async () => {
  const onChange = jest.fn();
  const selection = {
    keys: [1],
    onChange,
    acts: <button type="button">删除</button>,
    nameOf: (row: Site) => row.name,
  };
  const { user } = show({ selection, tools: <span>筛选</span> });
  expect(screen.queryByText('筛选')).toBeNull();
  const bar = within(screen.getByRole('toolbar'));
  expect(bar.getByText('已选 1 项')).toBeDefined();
  await user.click(bar.getByRole('button', { name: '选择全部 2 项' }));
  expect(onChange).toHaveBeenCalledWith([1, 2]);
});

it('opens the details of a row below it, and closes them again', async () => {
  const { user, container } = show({ detail: ({ name }) => <p>about {name}</p> });
  const button = screen.getByRole('button', { name: 'b.com 的详情' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('about b.com')).toBeNull();
  await user.click(button);
  expect(screen.getByText('about b.com')).toBeDefined();
  expect(screen.queryByText('about a.com')).toBeNull();
  expect(await seriousFindings(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'b.com 的详情', expanded: true }));
  expect(screen.getByRole('button', { name: 'b.com 的详情', expanded: false })).toBeDefined();
});

it('has the checkbox of a row before the button of its details', () => {
  const selection = { keys: [], onChange: () => undefined, acts: <></>, nameOf: ({ name }: Site) => name };
  show({ selection, detail: ({ name }) => <p>about {name}</p> });
  const checkbox = screen.getByRole('checkbox', { name: '选择 b.com' });
  const button = screen.getByRole('button', { name: 'b.com 的详情' });
  expect(checkbox.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
