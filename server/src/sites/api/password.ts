import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { makeFairQueue } from '#system/concurrency/queue';

/** Parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * OWASP's setting for 16 MiB: as strong as the larger ones, and four simultaneous sign-ins stay below 64 MiB.
 */
export const PASSWORD_COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Number of passwords that this process hashes at the same time. */
const AT_ONCE = 4;
/** Limit of hashing and waiting passwords per caller; more are refused (too-many-at-once). */
const HASHES_PER_CALLER = 16;
const inTurn = makeFairQueue(AT_ONCE, HASHES_PER_CALLER);

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFC'),
      salt,
      KEY_BYTES,
      { ...cost, maxmem: 256 * cost.N * cost.r },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

/** `scrypt$1$<N>,<r>,<p>$<salt>$<key>`, salt and key in base64; the 1 is the version of this format. */
const written = ({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string =>
  `scrypt$1$${N},${r},${p}$${salt.toString('base64')}$${key.toString('base64')}`;

/**
 * Hashes a password into the stored form, which includes its cost.
 * @param caller its passwords are hashed one at a time and never delay those of other callers
 */
export async function hashPassword(password: string, caller: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(cost, salt, await inTurn(caller, () => derive(password, salt, cost)));
}

const FORM = /^scrypt\$1\$(\d+),(\d+),(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** Compared if no such account exists, so that an unknown name takes as long as a known one. */
const DECOY = written(PASSWORD_COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** @param caller network that the attempt comes from, as for `hashPassword` */
export async function passwordMatches(
  password: string,
  hash: string | undefined,
  caller: string,
): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = FORM.exec(hash ?? DECOY) ?? [];
  if (!N) throw new Error('A stored password has an unknown form');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await inTurn(caller, () => derive(password, Buffer.from(salt, 'base64'), cost));
  const expected = Buffer.from(key, 'base64');
  const equal = expected.length === derived.length && timingSafeEqual(expected, derived);
  return equal && hash !== undefined;
}
