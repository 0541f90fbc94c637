import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** antd's drop-downs open by a message to themselves; jsdom has no channels. */
class OwnChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) };
}

export const withChannels = (): void => void Object.assign(globalThis, { MessageChannel: OwnChannel });

/** By its words, the last one that stands on the page: a search by role reads every style of the page. */
export async function button(name: string): Promise<HTMLElement> {
  const found = (await screen.findAllByText(name, { selector: 'button, button span' })).at(-1);
  const holder = found?.closest('button');
  if (!holder) throw new Error(`no button ${name}`);
  return holder;
}

export const press = async (name: string): Promise<void> => userEvent.click(await button(name));

/** An entry of 更多. */
export async function choose(name: string): Promise<void> {
  await press('更多');
  await userEvent.click(await screen.findByText(name, { selector: '[role=menuitem] *' }));
}

/** Puts words into a field at once; key by key the page is drawn anew for each. An `{Enter}` at their end is a key. */
export async function enter(field: HTMLElement, words: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(words.replace('{Enter}', ''));
  if (words.endsWith('{Enter}')) await userEvent.keyboard('{Enter}');
}
