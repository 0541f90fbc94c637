import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** The last button with this text. A search by role would compute the styles of the entire page. */
export async function button(name: string): Promise<HTMLElement> {
  const found = (await screen.findAllByText(name, { selector: 'button, button span' })).at(-1);
  const element = found?.closest('button');
  if (!element) throw new Error(`no button ${name}`);
  return element;
}

export const press = async (name: string): Promise<void> => userEvent.click(await button(name));

/** An entry of the menu with more actions (更多). */
export async function choose(name: string): Promise<void> {
  await press('更多');
  await userEvent.click(await screen.findByText(name, { selector: '[role=menuitem] *' }));
}

/** Pastes text into a field, because the page renders once per typed key. A final `{Enter}` is pressed. */
export async function enter(field: HTMLElement, words: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(words.replace('{Enter}', ''));
  if (words.endsWith('{Enter}')) await userEvent.keyboard('{Enter}');
}
