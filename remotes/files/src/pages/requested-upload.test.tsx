import '@testing-library/jest-dom';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { openSiteServer } from '../testing/site-server';

let site: Awaited<ReturnType<typeof openSiteServer>>;

beforeAll(async () => {
  site = await openSiteServer();
  await site.write('/wwwroot/index.html');
  startKernel(site.origin);
});
afterAll(() => site.close());

it('opens the upload menu once when the address asks for it', async () => {
  const user = userEvent.setup();
  const { reported: address } = renderRemote(App, { at: '/fileManage?act=upload&sort=size' });
  expect(await screen.findByRole('menuitem', { name: '上传文件' })).toBeInTheDocument();
  expect(address.search).toBe('sort=size');
  expect(await screen.findByText('index.html')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '上传' })).not.toHaveClass('ant-dropdown-open'),
  );
});

it('keeps the menu closed when the address does not ask for it', async () => {
  renderRemote(App, { at: '/fileManage?sort=size' });
  expect(await screen.findByText('index.html')).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: '上传文件' })).toBeNull();
});
