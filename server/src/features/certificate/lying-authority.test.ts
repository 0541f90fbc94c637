import { OWN_ADDRESS, serveAcmeSites, type AcmeSites } from '#testing/acme-sites';
import { CertificateAuthority } from '#testing/certificate-authority';
import { LyingAuthority, type Lies } from '#testing/lying-authority';
import { requestConsole, type RequestConsole } from '#testing/request-console';
import { servedFingerprint } from '#testing/tls-client';

const NAME = 'deceived.example';
const MIB = 1024 * 1024;

describe('a certificate authority that lies', () => {
  const liar = new LyingAuthority();
  let other: CertificateAuthority;
  let acme: AcmeSites;
  let owner: RequestConsole;
  let honest = '';

  const served = () => servedFingerprint(acme.sites.node.tlsPort, NAME);
  const message = async () => (await owner.domain(NAME)).certificate.failure?.message;
  /** Outcome of a request to an authority that lies like this. */
  const deceived = async (lies: Lies) => {
    liar.lies = lies;
    return owner.issue([NAME]);
  };

  beforeAll(async () => {
    other = await CertificateAuthority.make();
    acme = await serveAcmeSites({ authorityPort: (pebble) => liar.start(pebble) });
    owner = requestConsole(acme, await acme.sites.site('deceived', 'HTML'));
    await owner.post('domain/bind', { domains: [NAME] });
    await acme.dns.setIpv4(NAME, [OWN_ADDRESS]);
    expect(await deceived({})).toBe('RUNNING_SUCCESS');
    honest = await served();
  });
  afterEach(async () => {
    expect(await served()).toBe(honest);
    expect(await owner.certificates()).toHaveLength(1);
  });
  afterAll(async () => {
    liar.close();
    await acme.close();
    await other.close();
  });

  it('serves no certificate for another domain', async () => {
    const certificate = async (csr: string) =>
      (await other.sign(csr, { names: ['bank.example'] })) + other.intermediate;
    expect(await deceived({ certificate })).toBe('certificate-wrong-names');
    expect(await message()).toMatch(/^The certificate from the authority does not contain deceived\.example/);
  });

  it('serves no certificate for another key', async () => {
    const certificate = async () => (await other.issue({ names: [NAME] })).cert + other.intermediate;
    expect(await deceived({ certificate })).toBe('certificate-issued-key');
    expect(await message()).toMatch(/belongs to another private key.+contact your provider$/);
  });

  it('serves no certificate that has expired', async () => {
    const certificate = async (csr: string) =>
      (await other.sign(csr, { names: [NAME], days: -1 })) + other.intermediate;
    expect(await deceived({ certificate })).toBe('certificate-issued-dates');
    expect(await message()).toMatch(/valid from .+ UTC to .+ UTC, but this server's clock shows .+ UTC/);
  });

  it.each([
    ['without its chain', (issued: string) => issued.slice(0, issued.indexOf('-----END') + 25)],
    ['with a chain of another authority', (issued: string) => issued + other.intermediate],
    [
      'with the same intermediate a thousand times',
      (issued: string) => issued + other.intermediate.repeat(1000),
    ],
    ['that is unreadable', () => '<html>'],
  ])('serves no certificate %s', async (_how, change) => {
    const certificate = (_csr: string, issued: string) => Promise.resolve(change(issued));
    expect(await deceived({ certificate })).toBe('certificate-issued-chain');
    expect(await message()).toMatch(/incomplete, too long or unreadable/);
  });

  it('disconnects from an endless chain', async () => {
    expect(await deceived({ endless: other.intermediate })).toBe('certificate-authority-answer');
    expect(await message()).toMatch(/invalid reply \(too large\)/);
    // One MiB is read; the rest is in the socket buffers of both sides.
    expect(liar.sentBytes).toBeGreaterThan(MIB);
    expect(liar.sentBytes).toBeLessThan(64 * MIB);
  });

  it('accepts no more authorizations than ordered domains', async () => {
    const order = (text: string) => {
      const real = JSON.parse(text) as { authorizations: string[] };
      const authorizations = Array.from({ length: 10_000 }, () => real.authorizations[0]);
      return JSON.stringify({ ...real, authorizations });
    };
    expect(await deceived({ order })).toBe('certificate-authority-answer');
    expect(await message()).toMatch(/\(10000 authorizations for 1 domains\)/);
  });

  it('installs a new certificate once the authority is honest', async () => {
    expect(await deceived({})).toBe('RUNNING_SUCCESS');
    expect(await served()).not.toBe(honest);
    honest = await served();
  });
});
