import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/render-ui';
import { useConfirm, type Confirm } from './confirm-context';
import { sanitize } from './sanitize';

function Asker({ ask }: { readonly ask: (confirm: Confirm) => Promise<boolean> }) {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('none');
  return (
    <>
      <button type="button" onClick={() => void ask(confirm).then((yes) => setAnswer(String(yes)))}>
        ask
      </button>
      <output>{answer}</output>
    </>
  );
}

async function open(ask: (confirm: Confirm) => Promise<boolean>) {
  const { user } = renderUi(<Asker ask={ask} />);
  await user.click(screen.getByText('ask'));
  await screen.findByRole('dialog');
  return user;
}

const answer = () => screen.getByRole('status').textContent;

it('asks with the default title and words of the specification', async () => {
  const user = await open(({ tip }) => tip({ body: '停用网站？' }));
  expect(screen.getByText('提示')).toBeDefined();
  expect(screen.getByRole('button', { name: '取消' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: '确认' }));
  await waitFor(() => expect(answer()).toBe('true'));
});

const width = () => document.querySelector<HTMLElement>('.ant-modal')?.style.width;

it('shows a confirmation 420 px wide', async () => {
  await open(({ tip }) => tip({ body: '停用网站？' }));
  expect(width()).toBe('420px');
});

it('shows a confirmation with a typed word 600 px wide', async () => {
  await open(({ typed }) => typed({ title: '重置数据库', word: 'u_vh10001', confirm: '重置数据库' }));
  expect(width()).toBe('600px');
});

it('styles the confirm button as dangerous on request only', async () => {
  await open(({ tip }) => tip({ body: '停用网站？' }));
  expect(screen.getByRole('button', { name: '确认' }).className).not.toContain('danger');
  cleanup();
  await open(({ danger }) => danger({ body: '同名文件将被覆盖', confirm: '覆盖文件' }));
  expect(screen.getByRole('button', { name: '覆盖文件' }).className).toContain('danger');
});

it('renders HTML in a confirmation', async () => {
  await open(({ tip }) => tip({ html: '将删除 <b>3</b> 个文件<img src=x onerror=alert(1)>' }));
  await waitFor(() => expect(screen.getByRole('dialog').querySelector('b')?.textContent).toBe('3'));
  expect(screen.getByRole('dialog').querySelector('[onerror]')).toBeNull();
});

it('keeps the confirmation open on a click on the mask', async () => {
  const user = await open(({ tip }) => tip({ body: '停用网站？' }));
  await user.click(document.querySelector('.ant-modal-wrap') ?? document.body);
  expect(answer()).toBe('none');
  expect(screen.getByRole('dialog')).toBeDefined();
});

it('treats Esc as Cancel', async () => {
  const user = await open(({ tip }) => tip({ body: '停用网站？' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(answer()).toBe('false'));
});

it('leaves no elements in the page once a confirmation was answered', async () => {
  const user = await open(({ tip }) => tip({ body: '停用网站？' }));
  await user.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(document.querySelector('.ant-modal')).toBeNull());
});

it('focuses the cancel button when something is overwritten', async () => {
  await open(({ danger }) => danger({ body: '同名文件将被覆盖', confirm: '覆盖文件' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('取消'));
});

it('keeps the confirm button disabled until the word was typed', async () => {
  const user = await open(({ typed }) =>
    typed({ title: '重置数据库', word: 'u_vh10001', confirm: '重置数据库' }),
  );
  const act = screen.getByRole('button', { name: '重置数据库' });
  await user.click(act);
  expect(answer()).toBe('none');
  await user.type(screen.getByLabelText('输入 u_vh10001 确认'), 'u_vh10001{Enter}');
  await waitFor(() => expect(answer()).toBe('true'));
});

it.each([
  ['<img src=x onerror=alert(1)>', ''],
  ['<b>3</b><script>alert(1)</script>', '<b>3</b>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="https://docs.example/">x</a>', '<a href="https://docs.example/">x</a>'],
  ['<p style="position:fixed">x</p>', '<p>x</p>'],
  ['<form action="/x"><input></form>', ''],
])('cleans %s', async (html, clean) => {
  await expect(sanitize(html)).resolves.toBe(clean);
});
