import { installKernel, kernel, KernelProvider } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { config } from '../testing/samples';
import { ChatArea } from './ChatArea';

const MONDAY_NOON = Date.parse('2026-11-23T12:00:00+08:00');
const SUNDAY_NOON = Date.parse('2026-11-22T12:00:00+08:00');

beforeAll(() => installKernel({ config: { ...config, chatbotUrl: 'https://chat.example/widget.js' } }));
afterEach(() => jest.useRealTimers());

function show(now: number): void {
  jest.useFakeTimers({ now });
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <main id="sd-content" tabIndex={-1} />
        <ChatArea />
      </UiProvider>
    </KernelProvider>,
  );
}

const entry = () => screen.queryByRole('button', { name: '在线客服' });
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('shows the chat during service hours and hides it when they end', () => {
  show(Date.parse('2026-11-23T17:44:30+08:00'));
  expect(entry()).not.toBeNull();
  pass(29_000);
  expect(entry()).not.toBeNull();
  pass(6000);
  expect(entry()).toBeNull();
});

it('closes an open conversation at 17:45 and starts unopened the next day', () => {
  show(Date.parse('2026-11-23T17:44:30+08:00'));
  fireEvent.click(entry() ?? document.body);
  pass(29_000);
  expect(screen.getByRole('dialog', { name: '在线客服' })).toBeDefined();
  pass(6000);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.querySelector('iframe')).toBeNull();
  expect(document.activeElement?.id).toBe('sd-content');
  pass(Date.parse('2026-11-24T09:00:05+08:00') - Date.parse('2026-11-23T17:45:05+08:00'));
  expect(entry()).not.toBeNull();
  expect(document.querySelector('iframe')).toBeNull();
});

it('shows the chat button by itself when service hours begin', () => {
  show(Date.parse('2026-11-23T08:59:58+08:00'));
  expect(entry()).toBeNull();
  pass(5000);
  expect(entry()).not.toBeNull();
});

it('hides the chat button on a Sunday', () => {
  show(SUNDAY_NOON);
  expect(entry()).toBeNull();
});

it('follows the server’s clock, whatever the browser’s says', () => {
  show(SUNDAY_NOON);
  const journey = { sent: SUNDAY_NOON, came: SUNDAY_NOON + 10 };
  kernel().clock?.hear(new Date(MONDAY_NOON).toUTCString(), journey);
  pass(5000);
  expect(entry()).not.toBeNull();
  kernel().clock?.hear(new Date(SUNDAY_NOON).toUTCString(), journey);
});

it('opens the external script in a sandboxed frame; Esc closes it, keeps the conversation and returns the focus', () => {
  show(MONDAY_NOON);
  expect(document.querySelector('iframe')).toBeNull();
  fireEvent.click(entry() ?? document.body);
  const panel = screen.getByRole('dialog', { name: '在线客服' });
  const frame = panel.querySelector('iframe');
  expect(frame?.getAttribute('src')).toBe('/chatbot');
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups');
  fireEvent.keyDown(panel, { key: 'Escape' });
  pass(50);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.querySelector('iframe')).toBe(frame);
  expect(document.activeElement).toBe(entry());
});
