import { pino } from 'pino';
import { readHost } from '#sites/live-hosts';
import { makeDns } from '#system/dns/resolver';
import { dnsUpdates } from '#system/dns/updates';
import { OWN_ADDRESS, serveAcmeSites, type AcmeSites } from '#testing/acme-sites';
import { startKnot, type Knot } from '#testing/knot';
import { requestConsole, type RequestConsole } from '#testing/request-console';
import { servedFingerprint } from '#testing/tls-client';
import { makeResponders, removeLeftoverResponses } from './worker/challenge-ways';

const ZONE = 'zone.example';

describe('DNS validation', () => {
  let knot: Knot;
  let acme: AcmeSites;
  let owner: RequestConsole;
  let keyFile = '';
  let count = 0;

  beforeAll(async () => {
    knot = await startKnot(ZONE, OWN_ADDRESS);
    const updates = () => dnsUpdates({ server: knot.address, keyFile });
    acme = await serveAcmeSites({
      resolver: knot.address,
      worker: {
        updates: { add: (record) => updates().add(record), remove: (record) => updates().remove(record) },
      },
    });
  });
  afterAll(async () => {
    await acme.close();
    await knot.close();
  });
  beforeEach(async () => {
    count += 1;
    keyFile = knot.keyFile;
    owner = requestConsole(acme, await acme.sites.site(`zone${count}`, 'HTML'));
  });

  const txt = () => makeDns([knot.address]).txt(`_acme-challenge.w${count}.${ZONE}`);

  it('gets a certificate for a wildcard and its name, and removes the records', async () => {
    const base = `w${count}.${ZONE}`;
    const names = [base, `*.${base}`];
    await owner.post('domain/bind', { domains: names });
    expect((await owner.preflight(names, 'dns')).canApply).toBe(true);
    expect(await owner.issue(names, { way: 'dns' })).toBe('RUNNING_SUCCESS');
    const [certificate] = await owner.certificates();
    expect(certificate?.way).toBe('dns');
    expect([...(certificate?.names ?? [])].sort()).toEqual([...names].sort());
    expect(await servedFingerprint(acme.sites.node.tlsPort, `any.${base}`)).toBe(certificate?.fingerprint);
    expect(await txt()).toEqual({ is: 'none' });
  });

  it('removes the leftover record of a killed worker as soon as the DNS server accepts the update', async () => {
    const domain = `w${count}.${ZONE}`;
    const parts = acme.sites.requestParts;
    const host = await readHost(parts.db, owner.site.code);
    if (!host) throw new Error('no host');
    const removeLeftover = () =>
      removeLeftoverResponses({ ...parts, log: pino({ level: 'silent' }) }, Date.now() + 60_000);
    // A killed worker does not call what this returns.
    await makeResponders(parts).dns(host, { domain, token: 'lost', content: 'proof' });
    expect(await txt()).toEqual({ is: 'found', values: ['proof'] });
    keyFile = knot.wrongKeyFile;
    await removeLeftover();
    expect((await txt()).is).toBe('found');
    keyFile = knot.keyFile;
    await removeLeftover();
    expect(await txt()).toEqual({ is: 'none' });
  });

  it('reports a refused DNS update and issues no certificate', async () => {
    const name = `w${count}.${ZONE}`;
    await owner.post('domain/bind', { domains: [name] });
    keyFile = knot.wrongKeyFile;
    expect(await owner.issue([name], { way: 'dns' })).toBe('certificate-dns-update');
    expect((await owner.domain(name)).certificate.failure?.message).toMatch(
      /^The DNS server did not accept the validation record of w\d\.zone\.example: .+/,
    );
    expect(await owner.certificates()).toEqual([]);
  });
});
