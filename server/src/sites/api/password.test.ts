import { hashPassword, PASSWORD_COST, passwordMatches } from './password';

const CHEAP = { N: 16, r: 1, p: 1 };

describe('a stored password', () => {
  it('has the product’s cost unless another one is given', async () => {
    const hash = await hashPassword('correct horse', 'owner');
    expect(hash).toMatch(/^scrypt\$1\$16384,8,5\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
    expect(PASSWORD_COST).toEqual({ N: 16_384, r: 8, p: 5 });
    expect(await passwordMatches('correct horse', hash, 'owner')).toBe(true);
  });

  it('stays valid when new passwords get another cost', async () => {
    const hash = await hashPassword('correct horse', 'owner', CHEAP);
    expect(hash).toContain('$16,1,1$');
    expect(await passwordMatches('correct horse', hash, 'owner')).toBe(true);
    expect(await passwordMatches('correct horses', hash, 'owner')).toBe(false);
  });

  it('is salted, and does not depend on the Unicode form of its characters', async () => {
    const stored = await hashPassword('\u00e9', 'owner', CHEAP);
    expect(await hashPassword('\u00e9', 'owner', CHEAP)).not.toBe(stored);
    expect(await passwordMatches('e\u0301', stored, 'owner')).toBe(true);
  });

  it('matches no password if there is none', async () => {
    expect(await passwordMatches('correct horse', undefined, 'owner')).toBe(false);
  });

  it('throws on a hash of an unknown form instead of refusing the password', async () => {
    await expect(passwordMatches('x', 'argon2$1$x', 'owner')).rejects.toThrow('unknown form');
  });
});
