import { installKernel, KernelProvider } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { render } from '@testing-library/react';
import { config } from '../testing/samples';
import { Chat } from './Chat';

it('renders no chat without a chatbot in the configuration, at any hour', () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T12:00:00+08:00'));
  installKernel({ config });
  const { container } = render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <Chat />
      </UiProvider>
    </KernelProvider>,
  );
  expect(container.querySelector('button, iframe')).toBeNull();
  now.mockRestore();
});
