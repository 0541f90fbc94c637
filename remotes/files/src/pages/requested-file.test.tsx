import '@testing-library/jest-dom';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { screen } from '@testing-library/react';
import { App } from '../app';
import { openSiteServer } from '../testing/site-server';

// The editor measures its text; jsdom has no layout.
Object.assign(Range.prototype, { getClientRects: () => [] });

let site: Awaited<ReturnType<typeof openSiteServer>>;

beforeAll(async () => {
  site = await openSiteServer();
  await site.write('/wwwroot/uploads/a.php', '<?php\n\neval(1);\n');
  startKernel(site.origin);
});
afterAll(() => site.close());

it('opens the file that the address asks for once, at its line, above its folder', async () => {
  const search = 'path=/wwwroot/uploads&act=edit&file=%2Fwwwroot%2Fuploads%2Fa.php&line=3';
  const { reported: address } = renderRemote(App, { at: `/fileManage?${search}` });
  expect(await screen.findByText('行 3，列 1')).toBeInTheDocument();
  expect(address.search).toBe('path=%2Fwwwroot%2Fuploads');
});
