import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { UiProvider } from '../provider/UiProvider';
import { renderUi, seriousFindings } from '../testing/render-ui';
import { whilePageRuns } from '../testing/while-page-runs';
import { FaultNotice } from './FaultNotice';
import { InlineAlert } from './InlineAlert';
import { LockedTip } from './LockedTip';
import { PageHeader } from './PageHeader';
import { SecretField } from './SecretField';
import { TaskStatusTag } from './TaskStatusTag';
import { TimeSentence, TimeText } from './TimeText';

it('says what happened, why, what to do and the reference, and copies the reference', async () => {
  const { user, container } = renderUi(
    <FaultNotice
      what="证书申请失败"
      fault={{ message: 'www.a.com 指向 1.2.3.4，不是本机。', id: '7F3A2C' }}
      advice="请把 A 记录改为 5.6.7.8，生效后重试。"
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('www.a.com 指向 1.2.3.4');
  await user.click(screen.getByRole('button', { name: '复制编号 7F3A2C' }));
  expect(await whilePageRuns(() => navigator.clipboard.readText())).toBe('7F3A2C');
  expect(await screen.findByText('已复制')).toBeDefined();
  expect(await seriousFindings(container)).toEqual([]);
});

it('hides a secret until the user requests it, and hides it again on request', async () => {
  const { user } = renderUi(<SecretField name="FTP 密码" value="s3cret" />);
  expect(screen.queryByText('s3cret')).toBeNull();
  await user.click(screen.getByRole('button', { name: '显示FTP 密码' }));
  expect(await screen.findByText('s3cret')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '隐藏FTP 密码' }));
  await waitFor(() => expect(screen.queryByText('s3cret')).toBeNull());
});

it('fetches a secret only when it is shown, and shows none that was refused', async () => {
  const read = jest.fn<Promise<string | undefined>, []>().mockResolvedValueOnce(undefined);
  read.mockResolvedValueOnce('s3cret');
  const { user } = renderUi(<SecretField name="密码" read={read} />);
  expect(read).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '显示密码' }));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  await user.click(await screen.findByRole('button', { name: '显示密码' }));
  expect(await screen.findByText('s3cret')).toBeDefined();
});

it('copies a secret without showing it', async () => {
  const { user } = renderUi(<SecretField name="密码" value="s3cret" />);
  await user.click(screen.getByRole('button', { name: '复制密码' }));
  expect(await whilePageRuns(() => navigator.clipboard.readText())).toBe('s3cret');
  expect(await screen.findByText('已复制')).toBeDefined();
  expect(screen.queryByText('s3cret')).toBeNull();
});

it('keeps a locked control reachable, says why, and does nothing', async () => {
  const act = jest.fn();
  const { user } = renderUi(
    <LockedTip reason="上传完成后可删除">
      <button type="button" onClick={act}>
        删除
      </button>
    </LockedTip>,
  );
  const button = screen.getByRole('button', { name: '删除' });
  await user.tab();
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(act).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(await screen.findByText('上传完成后可删除')).toBeDefined();
});

it('shows in its lock icon whether the workspace is locked, and none on a page that changes nothing', () => {
  const { rerender } = renderUi(<PageHeader title="文件管理" locked />);
  const icon = () => screen.getByRole('heading').querySelector('.anticon');
  expect(icon()?.getAttribute('aria-label')).toBe('有任务正在运行，暂时不能修改');
  expect(icon()?.classList).toContain('anticon-lock');
  rerender(<></>);
  renderUi(<PageHeader title="数据库管理" locked={false} />);
  expect(icon()?.classList).toContain('anticon-unlock');
  expect(icon()?.getAttribute('title')).toBe('可以修改');
  expect(screen.getByRole('heading', { name: '数据库管理' })).toBeDefined();
  cleanup();
  renderUi(<PageHeader title="操作日志" />);
  expect(icon()).toBeNull();
});

it.each([
  ['danger', 'close-circle'],
  ['primary', 'info-circle'],
  ['sigh', 'exclamation-circle'],
  ['success', 'check-circle'],
  ['warning', 'warning'],
] as const)('draws an alert of kind %s in its colours and with its icon', (kind, icon) => {
  renderUi(<InlineAlert kind={kind}>words</InlineAlert>);
  const alert = screen.getByRole('note');
  expect(alert.className).toBe(`sd-alert sd-alert-${kind}`);
  expect(alert.querySelector('.anticon')?.classList).toContain(`anticon-${icon}`);
  expect(alert.textContent).toBe('words');
});

it('shows a breadcrumb only for more than one level', () => {
  const home = { title: '主机环境设置', href: '/hostEnvSet' };
  const { rerender } = renderUi(<PageHeader title="任务中心" crumbs={[{ title: '任务中心' }]} />);
  expect(screen.queryByRole('navigation')).toBeNull();
  rerender(<></>);
  renderUi(<PageHeader title="伪静态" crumbs={[home, { title: '伪静态' }]} />);
  expect(screen.getByRole('link', { name: '主机环境设置' })).toBeDefined();
});

it('focuses the heading when a page asks for it', () => {
  renderUi(<PageHeader title="文件管理" takesFocus />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '文件管理' }));
});

it.each([
  ['WAIT', 'Waiting'],
  ['RUNNING', 'Running'],
  ['RUNNING_SUCCESS', 'Completed'],
  ['RUNNING_FAIL', 'Failed'],
  ['STOP', 'Cancelled'],
] as const)('shows the status %s by a word, not by colour alone', async (status, word) => {
  renderUi(<TaskStatusTag status={status} />, 'en-US');
  await waitFor(() => expect(screen.getByText(word)).toBeDefined());
});

it('keeps a control and its focus when it becomes locked, and shows the reason to keyboard users', async () => {
  const { rerender } = renderUi(
    <LockedTip reason={undefined}>
      <button type="button">Delete</button>
    </LockedTip>,
  );
  const control = screen.getByRole('button', { name: 'Delete' });
  rerender(
    <UiProvider locale="zh-CN" theme="light">
      <LockedTip reason="上传文件完成后可删除">
        <button type="button">Delete</button>
      </LockedTip>
    </UiProvider>,
  );
  expect(screen.getByRole('button', { name: 'Delete' })).toBe(control);
  expect(control.getAttribute('aria-disabled')).toBe('true');
  act(() => control.focus());
  expect(await screen.findByText('上传文件完成后可删除')).toBeDefined();
});

const measured = (at: Date, locale: 'zh-CN' | 'en-US') => {
  const words = (time: string) => (locale === 'zh-CN' ? `统计于${time}` : `Measured ${time}`);
  const { container } = renderUi(<TimeSentence at={at.toISOString()} words={words} />, locale);
  return container.querySelector('.sd-root')?.textContent;
};
const OLD = new Date(2026, 0, 2, 3, 4);

it('capitalizes a day that stands alone, but not inside a sentence', () => {
  const { container } = renderUi(<TimeText at={new Date().toISOString()} />, 'en-US');
  expect(container.querySelector('time')?.textContent).toMatch(/^Today \d\d:\d\d$/);
  expect(measured(new Date(), 'en-US')).toMatch(/^Measured today \d\d:\d\d$/);
  expect(measured(OLD, 'en-US')).toBe('Measured 2026-01-02 03:04');
});

it('separates a date from Chinese words by a space, and no Chinese day', () => {
  expect(measured(new Date(), 'zh-CN')).toMatch(/^统计于今天 \d\d:\d\d$/);
  expect(measured(OLD, 'zh-CN')).toBe('统计于 2026-01-02 03:04');
});
