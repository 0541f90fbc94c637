import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderUi } from '../testing/render-ui';
import { MenuDropdown } from './MenuDropdown';

it('focuses the menu when it opens, prevents the default action of Enter on an entry, and returns the focus', async () => {
  const chosen = jest.fn();
  const { user } = renderUi(
    <MenuDropdown trigger={['click']} menu={{ items: [{ key: 'a', label: 'New file', onClick: chosen }] }}>
      <button type="button">New</button>
    </MenuDropdown>,
  );
  const opener = screen.getByRole('button', { name: 'New' });
  opener.focus();
  await user.keyboard('{Enter}');
  const entry = await screen.findByRole('menuitem', { name: 'New file' });
  await waitFor(() => expect(document.activeElement).toBe(entry));
  expect(fireEvent.keyDown(entry, { key: 'Enter', keyCode: 13 })).toBe(false);
  expect(chosen).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(opener);
});

it('returns the focus to its opener when Esc closes it', async () => {
  const { user } = renderUi(
    <MenuDropdown trigger={['click']} menu={{ items: [{ key: 'a', label: 'New file' }] }}>
      <button type="button">New</button>
    </MenuDropdown>,
  );
  const opener = screen.getByRole('button', { name: 'New' });
  opener.focus();
  await user.keyboard('{Enter}');
  const entry = await screen.findByRole('menuitem', { name: 'New file' });
  await waitFor(() => expect(document.activeElement).toBe(entry));
  fireEvent.keyDown(entry, { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
