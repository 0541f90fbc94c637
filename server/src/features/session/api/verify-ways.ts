import type { VerifyWays } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import type { ChannelName } from '#system/messages/channels';
import { addressFor, maskAddress, type Contact } from './contact';

export interface WaysParts {
  readonly contact: Contact;
  readonly session: Pick<Session, 'source' | 'credential'>;
  /** Which channels the provider has configured. */
  readonly channels: Readonly<Partial<Record<ChannelName, unknown>>>;
}

/**
 * The ways in which a signed-in user may prove their identity before a sensitive call. A fresh entry from the
 * portal counts only if no code can be sent. It never counts for an embed token, which the portal renews
 * without the user.
 */
export function verifyWays({ contact, session, channels }: WaysParts): VerifyWays {
  const reach = (channel: ChannelName): string | undefined => {
    const address = channels[channel] ? addressFor(channel, contact) : undefined;
    return address === undefined ? undefined : maskAddress(channel, address);
  };
  const email = reach('email');
  const sms = reach('sms');
  const isPortal = session.source === 'HOST_TOKEN' && session.credential.is === 'cookie';
  return {
    password: true,
    ...(email !== undefined && { email }),
    ...(sms !== undefined && { sms }),
    token: isPortal && email === undefined && sms === undefined,
  };
}
