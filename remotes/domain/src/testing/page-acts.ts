import { screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/** Without the check for covering elements, which computes the style of every element at each click. */
export const userOf = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
type User = ReturnType<typeof userOf>;

function closest(element: Element | undefined, selector: string): HTMLElement {
  const found = element?.closest<HTMLElement>(selector);
  if (!found) throw new Error(`${element?.textContent ?? 'nothing'} is in no ${selector}`);
  return found;
}

/** The last button with this text. A search by role would compute the styles of the entire page. */
export const button = async (name: string, inside: HTMLElement = document.body): Promise<HTMLElement> =>
  closest(
    (await within(inside).findAllByText(name, { selector: 'button, button span, [role=menuitem] *' })).at(-1),
    'button, [role=menuitem]',
  );

/** The dialog or drawer that has these words in its title. */
export const dialogTitled = async (title: string): Promise<HTMLElement> =>
  closest(
    await screen.findByText(title, { selector: '.ant-modal-title, .ant-drawer-title *' }),
    '[role=dialog]',
  );

/** The question that has these words. */
export const questionOf = async (words: string | RegExp): Promise<HTMLElement> =>
  closest(await screen.findByText(words), '[role=dialog]');

/** The row of the domain or certificate with this name. */
export const rowOf = async (name: string): Promise<HTMLElement> =>
  closest(
    (await screen.findAllByText(name)).find((one) => one.closest('tr') !== null),
    'tr',
  );

/** Chooses an entry of the menu that a labelled button opens. Menus that were open before stay in the page, hidden. */
export async function choose(user: User, opener: HTMLElement, entry: string | RegExp): Promise<void> {
  await user.click(opener);
  await user.click(await menuEntry(entry));
}

export const menuEntry = (entry: string | RegExp): Promise<HTMLElement> =>
  screen.findByText(entry, {
    selector: '.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-title-content',
  });

/** Pastes text into a field, because the page renders once per typed key. */
export async function enter(user: User, field: HTMLElement, words: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(words);
}
