import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { AuthBar } from './AuthBar';

const bars = () => screen.queryAllByText('Your session has expired. Please sign in again');

describe('the bars of two remotes in a page', () => {
  it('hides both bars when the visitor retries in one of them', async () => {
    const server = await startApiServer(() => []);
    installKernel({ config: { ...config, apiBase: server.url } });
    setHost(hostInfo(), 'HOST_TOKEN');
    render(
      <KernelProvider>
        <UiProvider locale="en-US" theme="light">
          <AuthBar dispatch={() => undefined} />
          <AuthBar dispatch={() => undefined} />
        </UiProvider>
      </KernelProvider>,
    );
    act(() => kernel().events.emit('auth-required', { call: '/fs/ls', reason: 'signed-out' }));
    const [retry] = screen.getAllByRole('button');
    expect(bars()).toHaveLength(2);
    if (retry) await userEvent.click(retry);
    expect(bars()).toEqual([]);
    kernel().tasks.stop();
    await server.close();
  });
});
