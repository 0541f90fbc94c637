import { isRefusal, type Refusal } from '#faults/refusal';
import { CertificateAuthority, type IssuedCertificate } from '#testing/certificate-authority';
import { readCertificate } from './read-certificate';

describe('reading an uploaded certificate', () => {
  let authority: CertificateAuthority;
  let other: CertificateAuthority;
  let leaf: IssuedCertificate;

  const refusalOf = (certificate: string, key: string, now = Date.now()): Refusal | undefined => {
    try {
      readCertificate(certificate, key, now);
      return undefined;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return error;
    }
  };
  const reasonOf = (...given: Parameters<typeof refusalOf>): string => refusalOf(...given)?.reason ?? 'ok';

  beforeAll(async () => {
    [authority, other] = [await CertificateAuthority.make(), await CertificateAuthority.make()];
    leaf = await authority.issue({ names: ['a.example', '*.B.example'] });
  });
  afterAll(() => Promise.all([authority.close(), other.close()]));

  it('sorts a chain and omits the root', async () => {
    for (const text of [
      leaf.cert + authority.intermediate,
      authority.intermediate + leaf.cert,
      `${authority.root}junk\n${authority.intermediate}\r\n${leaf.cert}`,
    ]) {
      const { chain, names, issuer, keyAlgorithm } = readCertificate(text, leaf.key, Date.now());
      expect(chain.replaceAll(/\s/g, '')).toBe((leaf.cert + authority.intermediate).replaceAll(/\s/g, ''));
      expect([names, issuer, keyAlgorithm]).toEqual([
        ['a.example', '*.b.example'],
        'Test Intermediate',
        'ECDSA P-256',
      ]);
      expect(await authority.trusts(chain)).toBe(true);
    }
  });

  it('refuses text that is not a certificate or key', async () => {
    const chain = leaf.cert + authority.intermediate;
    expect(reasonOf('hello', leaf.key)).toBe('certificate-not-pem');
    expect(reasonOf(leaf.key, leaf.key)).toBe('certificate-not-pem');
    expect(reasonOf(chain.replace(/[A-Za-z]{20}/, ''), leaf.key)).toBe('certificate-not-pem');
    expect(reasonOf(leaf.cert.repeat(11), leaf.key)).toBe('certificate-not-pem');
    expect(reasonOf(chain, 'hello')).toBe('certificate-key-not-pem');
    expect(reasonOf(chain, leaf.cert)).toBe('certificate-key-not-pem');
    expect(reasonOf(chain, (await authority.issue()).key)).toBe('certificate-key-mismatch');
  });

  it('refuses chains that are incomplete or mixed up', () => {
    expect(reasonOf(leaf.cert, leaf.key)).toBe('certificate-chain-broken');
    expect(reasonOf(leaf.cert + other.intermediate, leaf.key)).toBe('certificate-chain-foreign');
    expect(reasonOf(leaf.cert + authority.intermediate + other.intermediate, leaf.key)).toBe(
      'certificate-chain-foreign',
    );
  });

  it('refuses certificates that are not valid now', () => {
    const chain = leaf.cert + authority.intermediate;
    const day = 24 * 3600_000;
    expect(reasonOf(chain, leaf.key, Date.now() + 29 * day)).toBe('ok');
    expect(reasonOf(chain, leaf.key, Date.now() + 31 * day)).toBe('certificate-expired');
    expect(reasonOf(chain, leaf.key, Date.now() - day)).toBe('certificate-not-yet');
  });

  it('refuses a chain with an expired certificate in any order, and names that certificate', async () => {
    const old = await CertificateAuthority.make({ intermediateDays: -1 });
    const { cert, key } = await old.issue();
    for (const text of [cert + old.intermediate, old.intermediate + cert + old.root]) {
      const refusal = refusalOf(text, key);
      expect(refusal?.reason).toBe('certificate-chain-expired');
      const { subject, date } = refusal?.detail.values ?? {};
      expect(subject).toBe('Test Intermediate');
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    await old.close();
  });

  it('refuses keys that browsers refuse, and certificates without names', async () => {
    const weak = await authority.issue({ newKey: ['rsa:1024'] });
    expect(reasonOf(weak.cert + authority.intermediate, weak.key)).toBe('certificate-weak-key');
    const curve = await authority.issue({ newKey: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'] });
    expect(reasonOf(curve.cert + authority.intermediate, curve.key)).toBe('certificate-weak-key');
    const rsa = await authority.issue({ newKey: ['rsa:2048'] });
    expect(readCertificate(rsa.cert + authority.intermediate, rsa.key, Date.now()).keyAlgorithm).toBe(
      'RSA 2048',
    );
    const nameless = await authority.issue({ names: [] });
    expect(reasonOf(nameless.cert + authority.intermediate, nameless.key)).toBe('certificate-no-names');
  });
});
