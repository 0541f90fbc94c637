import type { ChannelName } from '#system/messages/channels';

export interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** Exactly one address: anything that could add a header, a recipient or a name is refused. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
/** Characters that people write between digits. The stored form is E.164 or a national number. */
const BETWEEN_DIGITS = /[\s().-]/g;
const NUMBER = /^\+?\d{5,15}$/;

function emailOf(contact: Contact): string | undefined {
  const email = contact.email?.trim();
  return email !== undefined && ADDRESS.test(email) ? email : undefined;
}

function phoneOf(contact: Contact): string | undefined {
  // A line end between digits was not typed by a person: it is an injection.
  if (contact.phone === undefined || /[\r\n]/.test(contact.phone)) return undefined;
  const phone = contact.phone.replace(BETWEEN_DIGITS, '');
  return NUMBER.test(phone) ? phone : undefined;
}

/** The address of a host's contact on a channel; undefined if the contact has none. */
export const addressFor = (channel: ChannelName, contact: Contact): string | undefined =>
  channel === 'email' ? emailOf(contact) : phoneOf(contact);

const LONG_NUMBER = 11;

/** Shows enough of an address for its owner to recognise it: `o***@example.com`, `138****5678`. */
export function maskAddress(channel: ChannelName, address: string): string {
  if (channel === 'email') return `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`;
  const digits = address.replace('+', '');
  return digits.length < LONG_NUMBER
    ? `****${digits.slice(-2)}`
    : `${digits.slice(0, 3)}****${digits.slice(-4)}`;
}
