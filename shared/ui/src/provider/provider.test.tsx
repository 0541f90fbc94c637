import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { KeptFocusModal as Modal } from '../parts/KeptFocusModal';
import { renderUi } from '../testing/render-ui';
import { UiProvider } from './UiProvider';
import { App, useFeedback } from '../feedback/use-feedback';

type Say = (words: string) => void;

/** Exposes the message toasts of a page to the test. */
function Speaker({ take }: { readonly take: (say: Say) => void }) {
  const { message } = useFeedback();
  take((words) => message.info(words));
  return null;
}

function Closing() {
  const [open, setOpen] = useState(true);
  return (
    <Modal open={open} onCancel={() => setOpen(false)} footer={null}>
      在此编辑
    </Modal>
  );
}

async function speaking(run: (say: Say, pass: (ms: number) => Promise<void>) => Promise<void>) {
  jest.useFakeTimers();
  try {
    let say: Say = () => undefined;
    render(
      <UiProvider locale="zh-CN" theme="light">
        <Speaker take={(given) => (say = given)} />
      </UiProvider>,
    );
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await run((words) => act(() => say(words)), pass);
  } finally {
    jest.useRealTimers();
  }
}

describe('message toasts', () => {
  it('shows toasts at the very top, 0 px from the edge', () =>
    speaking(async (say, pass) => {
      say('已保存');
      await pass(100);
      const list = screen.getByText('已保存').closest<HTMLElement>('[style*="--notification-top"]');
      expect(list?.style.getPropertyValue('--notification-top')).toMatch(/^0(px)?$/);
    }));

  it('shows a toast for 3 s', () =>
    speaking(async (say, pass) => {
      say('已保存');
      // The toasts' code loads with the first of them.
      await screen.findByText('已保存');
      await pass(2800);
      expect(screen.getByText('已保存')).toBeDefined();
      await pass(1200);
      expect(screen.queryByText('已保存')).toBeNull();
    }));

  it('shows toasts of a remote that was built with the kit of 0.1.0', async () => {
    function OldRemote() {
      const { message, notification } = App.useApp();
      const say = () => {
        message.loading('正在处理');
        notification.open({ title: '已提交' });
      };
      return <button onClick={say}>开始</button>;
    }
    const { user } = renderUi(<OldRemote />);
    await user.click(screen.getByRole('button', { name: '开始' }));
    expect(await screen.findByText('正在处理')).toBeDefined();
    expect(await screen.findByText('已提交')).toBeDefined();
  });

  it('shows at most the 3 newest toasts at once', () =>
    speaking(async (say, pass) => {
      for (const words of ['一', '二', '三', '四', '五']) say(words);
      await pass(1500);
      expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(3);
      expect(screen.getByText('五')).toBeDefined();
    }));
});

describe('a modal', () => {
  const modal = () => document.querySelector<HTMLElement>('.ant-modal');

  it('has a width of 600 px, and stays open on a click on its mask', async () => {
    const close = jest.fn();
    const { user } = renderUi(
      <Modal open onCancel={close} footer={null}>
        在此编辑
      </Modal>,
    );
    expect(modal()?.style.width).toBe('600px');
    await user.click(document.querySelector('.ant-modal-wrap') ?? document.body);
    expect(close).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '关闭' }));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('destroys its content when it is closed', async () => {
    const { user } = renderUi(<Closing />);
    await screen.findByText('在此编辑');
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByText('在此编辑')).toBeNull());
    expect(modal()).toBeNull();
  });
});
