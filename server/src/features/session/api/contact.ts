import type { ChannelName } from '#system/messages/channels';

export interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** One address and nothing around it: what could add a header, a recipient or a name is no address for us. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
/** E.164, or a national number; what people write between the digits is dropped. */
const BETWEEN_DIGITS = /[\s().-]/g;
const NUMBER = /^\+?\d{5,15}$/;

function emailOf(contact: Contact): string | undefined {
  const email = contact.email?.trim();
  return email !== undefined && ADDRESS.test(email) ? email : undefined;
}

function phoneOf(contact: Contact): string | undefined {
  // A line end is no separator that anybody types.
  if (contact.phone === undefined || /[\r\n]/.test(contact.phone)) return undefined;
  const phone = contact.phone.replace(BETWEEN_DIGITS, '');
  return NUMBER.test(phone) ? phone : undefined;
}

/** Where a channel reaches the contact of a host; undefined if the contact has no address for it. */
export const addressFor = (channel: ChannelName, contact: Contact): string | undefined =>
  channel === 'email' ? emailOf(contact) : phoneOf(contact);

const LONG_NUMBER = 11;

/** Enough to know one's own by: `o***@example.com`, `138****5678`. */
export function masked(channel: ChannelName, address: string): string {
  if (channel === 'email') return `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`;
  const digits = address.replace('+', '');
  return digits.length < LONG_NUMBER
    ? `****${digits.slice(-2)}`
    : `${digits.slice(0, 3)}****${digits.slice(-4)}`;
}
