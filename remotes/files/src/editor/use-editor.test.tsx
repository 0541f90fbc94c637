import { kernel } from '@sitedeck/sdk';
import { Providers, startKernel } from '@sitedeck/ui/testing/render-remote';
import { act, renderHook, waitFor } from '@testing-library/react';
import { openSiteServer } from '../testing/site-server';
import { unsavedPaths } from './editor-drafts';
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

async function open(unmounts: (() => void)[] = []) {
  const parts = {
    path: '/wwwroot/index.html',
    reason: undefined,
    onDirty: () => undefined,
    onCopy: () => undefined,
  };
  const { result, unmount } = renderHook(() => useEditor(parts), { wrapper: Providers });
  unmounts.push(unmount);
  await waitFor(() => expect(result.current.opened.is).toBe('open'));
  return result;
}

it('saves the last keystroke even if React has not rendered since', async () => {
  const editor = await open();
  const before = saves();
  act(() => {
    const { type, save } = editor.current;
    type(() => 'typed and saved at once');
    save();
  });
  await waitFor(() => expect(saves()).toBe(before + 1));
  await waitFor(() => expect(editor.current.phase.is).toBe('clean'));
});

it('saves only what was typed, and only once', async () => {
  const editor = await open();
  const before = saves();
  act(() => editor.current.save());
  act(() => {
    editor.current.type(() => 'once');
    editor.current.save();
    editor.current.save();
  });
  await waitFor(() => expect(editor.current.phase.is).toBe('clean'));
  act(() => editor.current.save());
  expect(saves()).toBe(before + 1);
});

describe('text that was unsaved when the session ended', () => {
  afterEach(() => sessionStorage.clear());

  /** Types, loses the session, and mounts the editor again after the new sign-in. */
  async function comeBack(meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
    const left: (() => void)[] = [];
    const editor = await open(left);
    act(() => editor.current.type(() => 'typed before the end'));
    act(() => kernel().events.emit('session-ending', { call: '/fs/echo' }));
    left.forEach((unmount) => unmount());
    await meanwhile();
    expect(unsavedPaths()).toEqual(['/wwwroot/index.html']);
    return open();
  }

  it('returns after sign-in, and can be saved', async () => {
    const editor = await comeBack();
    expect([editor.current.start, editor.current.isRestored]).toEqual(['typed before the end', true]);
    await waitFor(() => expect(editor.current.isDirty).toBe(true));
    const before = saves();
    act(() => editor.current.save());
    await waitFor(() => expect(editor.current.phase.is).toBe('clean'));
    expect(saves()).toBe(before + 1);
    expect(unsavedPaths()).toEqual([]);
    // The editor keeps the text.
    expect([editor.current.start, editor.current.isRestored]).toEqual(['typed before the end', false]);
  });

  it('reports a conflict when another user changed the file in between', async () => {
    const editor = await comeBack(() => site.write('/wwwroot/index.html', 'somebody else'));
    await waitFor(() => expect(editor.current.isDirty).toBe(true));
    act(() => editor.current.save());
    await waitFor(() => expect(editor.current.phase.is).toBe('conflict'));
  });

  it("is replaced when the user reloads the server's content", async () => {
    const editor = await comeBack();
    await waitFor(() => expect(editor.current.isDirty).toBe(true));
    act(() => editor.current.takeTheirs());
    await waitFor(() => expect(editor.current.opened.is).toBe('open'));
    expect([editor.current.isDirty, editor.current.start, unsavedPaths()]).toEqual([false, undefined, []]);
  });
});
