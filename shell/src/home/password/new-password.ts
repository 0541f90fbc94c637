import { PASSWORD_LENGTH } from '@sitedeck/contract/constants';

export type PasswordFlaw = 'short' | 'holdsName';

/** The server's rules, as far as the page can check them. */
export function passwordFlawOf(password: string, hostName: string): PasswordFlaw | undefined {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max) return 'short';
  return password.toLowerCase().includes(hostName.toLowerCase()) ? 'holdsName' : undefined;
}

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/] as const;
const BITS = { fair: 45, strong: 70 } as const;
const KIND_SIZES = [26, 26, 10, 33] as const;

/** A rough rating by length and character classes; a repeated character counts once. */
export function strengthOf(password: string): 'weak' | 'fair' | 'strong' {
  const size = KINDS.reduce((sum, kind, at) => sum + (kind.test(password) ? (KIND_SIZES[at] ?? 0) : 0), 0);
  const bits = new Set(password).size * Math.log2(Math.max(2, size));
  if (bits >= BITS.strong) return 'strong';
  return bits >= BITS.fair ? 'fair' : 'weak';
}
