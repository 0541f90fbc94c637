import { maskAddress } from './contact';
import { verifyWays } from './verify-ways';

const contact = { email: 'owner@example.com', phone: '+86 138-1234-5678' };
const channels = { email: true, sms: true };
const portal = { source: 'HOST_TOKEN', credential: { is: 'cookie', enteredAt: 0 } } as const;
const owner = { source: 'FTP', credential: { is: 'cookie', enteredAt: 0 } } as const;
const embed = {
  source: 'HOST_TOKEN',
  credential: { is: 'embed', remote: 'files', origin: 'https://portal.example.com' },
} as const;

describe('the ways to prove one’s identity', () => {
  it('offers the password, and a code for each channel that is configured and has a contact, with masked addresses', () => {
    expect(verifyWays({ contact, session: owner, channels })).toEqual({
      password: true,
      email: 'o***@example.com',
      sms: '861****5678',
      token: false,
    });
    expect(verifyWays({ contact, session: owner, channels: { sms: true } })).not.toHaveProperty('email');
    expect(verifyWays({ contact: {}, session: owner, channels })).toEqual({ password: true, token: false });
  });

  it('offers a fresh token to a HOST_TOKEN session without a contact, and to no other session', () => {
    expect(verifyWays({ contact: {}, session: portal, channels }).token).toBe(true);
    expect(verifyWays({ contact, session: portal, channels: {} }).token).toBe(true);
    expect(verifyWays({ contact, session: portal, channels }).token).toBe(false);
    expect(verifyWays({ contact: {}, session: owner, channels }).token).toBe(false);
    expect(verifyWays({ contact: {}, session: embed, channels }).token).toBe(false);
  });

  it.each([
    'a@example.com\r\nBcc: thief@example.com',
    'a@example.com\nBcc: x',
    'a@example.com, thief@example.com',
    'a@example.com;thief@example.com',
    '"a" <a@example.com>',
    'a b@example.com',
    'a@exa\0mple.com',
    '@example.com',
    'a@',
  ])('offers no code by mail to %j, because it could contain a header or a second recipient', (email) => {
    expect(verifyWays({ contact: { email }, session: owner, channels })).not.toHaveProperty('email');
  });

  it.each(['+86 138\r\n1234', 'call me', '12', '+1;ext=5,6'])('offers no code by the number %j', (phone) => {
    expect(verifyWays({ contact: { phone }, session: owner, channels })).not.toHaveProperty('sms');
  });

  it('masks most of a short number', () => {
    expect(maskAddress('sms', '12345')).toBe('****45');
    expect(maskAddress('sms', '13812345678')).toBe('138****5678');
  });
});
