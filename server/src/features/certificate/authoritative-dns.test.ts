import { isIP } from 'node:net';
import { readFile } from 'node:fs/promises';
import { authoritativeDns } from '#system/dns/authoritative';
import { makeDns } from '#system/dns/resolver';
import { OWN_ADDRESS, serveAcmeSites, type AcmeSites } from '#testing/acme-sites';
import { startKnot, type Knot } from '#testing/knot';
import { requestConsole, type RequestConsole } from '#testing/request-console';

const ZONE = 'zone.example';
const OTHER = 'other.example';
const ALIAS = `alias.${ZONE}`;
const STALE_ADDRESS = '198.51.100.9';

/** Names with an IPv4 address in the machine's `/etc/hosts`. */
async function hostsNames(): Promise<readonly string[]> {
  const lines = (await readFile('/etc/hosts', 'utf8')).split('\n').map((line) => line.replace(/#.*/, ''));
  return lines.flatMap((line) => {
    const [address = '', ...names] = line.trim().split(/\s+/);
    return isIP(address) === 4 ? names : [];
  });
}

describe('the DNS result of a preflight', () => {
  /** Replies like a resolver with an old cache. */
  let resolver: Knot;
  let servers: Knot;
  let acme: AcmeSites;
  let owner: RequestConsole;
  let isAllowed = true;

  beforeAll(async () => {
    const more = { other: OTHER, records: [`${ALIAS}. 60 CNAME target.${OTHER}.`] };
    resolver = await startKnot(ZONE, STALE_ADDRESS, more);
    servers = await startKnot(ZONE, OWN_ADDRESS, more);
    const port = Number(servers.address.split(':')[1]);
    const parts = { resolver: makeDns([resolver.address]), port };
    acme = await serveAcmeSites({
      resolver: resolver.address,
      worker: {
        authoritative: () => authoritativeDns({ ...parts, mayQuery: () => isAllowed }),
      },
    });
    owner = requestConsole(acme, await acme.sites.site('fresh', 'HTML'));
    await owner.post('domain/bind', { domains: [`www.${ZONE}`, ALIAS] });
  });
  afterAll(async () => {
    await acme.close();
    await servers.close();
    await resolver.close();
  });
  beforeEach(() => {
    isAllowed = true;
  });

  it('comes from the authoritative servers of the zone, not from the cache of a resolver', async () => {
    expect(await owner.preflight([`www.${ZONE}`])).toEqual({ problems: [], canApply: true });
  });

  it('follows an alias into a zone of other servers', async () => {
    expect(await owner.preflight([ALIAS])).toEqual({ problems: [], canApply: true });
  });

  it('comes from the resolver, and says so, if the authoritative servers may not be queried', async () => {
    isAllowed = false;
    const { problems, canApply } = await owner.preflight([`www.${ZONE}`]);
    expect(canApply).toBe(false);
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      `www.${ZONE} dns failed`,
      `www.${ZONE} servers warning`,
    ]);
    expect(problems.join()).toContain(`points to ${STALE_ADDRESS}`);
  });

  it('comes from the resolver, and says so, once the authoritative servers are down', async () => {
    await servers.close();
    const { problems } = await owner.preflight([`www.${ZONE}`]);
    expect(problems.join()).toMatch(
      /servers warning: The authoritative DNS servers of www\.zone\.example did not/,
    );
  });

  it('never comes from `/etc/hosts`', async () => {
    const names = await hostsNames();
    expect(names).not.toEqual([]);
    const dns = makeDns([resolver.address]);
    for (const name of names) expect((await dns.ipv4(name)).is).not.toBe('found');
  });
});
