import { act, renderHook, waitFor } from '@testing-library/react';
import { Providers, startKernel } from '../testing/render-files';
import { openSiteServer } from '../testing/site-server';
import { useEditor } from './use-editor';

let site: Awaited<ReturnType<typeof openSiteServer>>;
beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.empty();
  await site.write('/wwwroot/index.html');
  startKernel(site.origin);
});

const saves = () => site.asked.filter((path) => path.endsWith('/echo')).length;

async function open() {
  const parts = { path: '/wwwroot/index.html', blocked: () => undefined, onDirty: () => undefined };
  const { result } = renderHook(() => useEditor(parts), { wrapper: Providers });
  await waitFor(() => expect(result.current.opened.is).toBe('open'));
  return result;
}

it('saves what the last key typed though the page was not drawn since', async () => {
  const editor = await open();
  const before = saves();
  act(() => {
    const { type, save } = editor.current;
    type(() => 'typed and saved at once');
    save();
  });
  await waitFor(() => expect(saves()).toBe(before + 1));
  await waitFor(() => expect(editor.current.phase).toBe('clean'));
});

it('saves nothing twice, and nothing that was not typed', async () => {
  const editor = await open();
  const before = saves();
  act(() => editor.current.save());
  act(() => {
    editor.current.type(() => 'once');
    editor.current.save();
    editor.current.save();
  });
  await waitFor(() => expect(editor.current.phase).toBe('clean'));
  act(() => editor.current.save());
  expect(saves()).toBe(before + 1);
});
