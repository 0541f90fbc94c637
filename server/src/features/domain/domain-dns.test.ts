import { createServer, type Server } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { DomainDns, TransferState } from '@sitedeck/contract';
import { makeDns } from '#system/dns/resolver';
import { icpLookup } from '#system/icp/icp-lookup';
import { fieldOf } from '#testing/browser';
import { startDns, type DnsServer } from '#testing/dns-server';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';

const OWN = '192.0.2.7';
const OTHER = '198.51.100.9';

describe('DNS of domains', () => {
  let dns: DnsServer;
  let icpServer: Server;
  let sites: ServedSites;
  let mine: ServedSite;
  let other: ServedSite;
  let count = 0;
  const icpRequests: unknown[] = [];
  /** Queries for `stuck.example` are answered once this is called. */
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let icpReply: (domains: readonly string[]) => unknown = () => ({ domains: [] });
  /** The adapter's replies have no end. */
  let isEndless = false;
  let sentBytes = 0;

  function* withoutEnd() {
    const part = ' '.repeat(64 * 1024);
    for (;;) {
      sentBytes += part.length;
      yield part;
    }
  }

  const post = (site: ServedSite, path: string, json: unknown = {}) =>
    site.owner.request(`/api/${path}`, { method: 'POST', json });
  const bind = (site: ServedSite, domains: readonly string[]) => post(site, 'domain/bind', { domains });
  const domainsOf = async (site: ServedSite) =>
    fieldOf(await post(site, 'domain/list'), 'domains') as { name: string; dns: DomainDns | null }[];
  const namesOf = async (site: ServedSite) => (await domainsOf(site)).map(({ name }) => name);
  const check = async (name: string): Promise<DomainDns> => {
    const reply = await post(mine, 'domain/queryBindDomainStatus', { domains: [name] });
    const [row] = fieldOf(reply, 'domains') as { dns: DomainDns }[];
    if (!row) throw new Error(JSON.stringify(reply));
    return row.dns;
  };
  const transfers = async (site: ServedSite, domains: readonly string[]) =>
    fieldOf(await post(site, 'domain/checkTransferInDomains', { domains }), 'domains') as TransferState[];
  /** Adds the TXT record that lets a host take over a domain. */
  const prove = async (site: ServedSite, name: string) => {
    const [row] = await transfers(site, [name]);
    await dns.setTxt(row?.record.name ?? '', row?.record.expected[0] ?? '');
  };

  beforeAll(async () => {
    dns = await startDns();
    icpServer = createServer((incoming, reply) => {
      let body = '';
      incoming.on('data', (part) => (body += String(part)));
      incoming.on('end', () => {
        const { domains } = JSON.parse(body) as { domains: string[] };
        icpRequests.push({ domains, authorization: incoming.headers.authorization });
        if (isEndless) pipeline(Readable.from(withoutEnd()), reply, () => undefined);
        else reply.end(JSON.stringify(icpReply(domains)));
      });
    }).listen(0, '127.0.0.1');
    await once(icpServer, 'listening');
    const { port } = icpServer.address() as AddressInfo;
    const own = makeDns([dns.address]);
    sites = await serveSites({
      api: {
        dns: {
          ...own,
          ipv4: async (name) => {
            if (name === 'stuck.example') await released;
            return own.ipv4(name);
          },
        },
        dnsTarget: { addresses: [OWN, '2001:db8::7'], authorities: ['ca.example'] },
        icp: icpLookup({ url: `http://127.0.0.1:${port}/`, token: 'secret', now: Date.now }),
      },
    });
  });
  afterAll(async () => {
    release();
    await sites.close();
    icpServer.close();
    await dns.close();
  });
  beforeEach(async () => {
    count += 1;
    mine = await sites.site(`mine${count}`, 'HTML');
    other = await sites.site(`other${count}`, 'HTML');
  });

  describe('the check', () => {
    it('reports where a domain points, and stores the result', async () => {
      await bind(mine, ['here.example', 'elsewhere.example', 'nowhere.example', '*.wild.example']);
      await dns.setIpv4('here.example', [OWN]);
      await dns.setIpv4('elsewhere.example', [OWN, OTHER]);
      await dns.setIpv4('*.wild.example', [OWN]);
      for (const [name, state] of [
        ['here.example', 'here'],
        ['elsewhere.example', 'elsewhere'],
        ['nowhere.example', 'nowhere'],
        ['*.wild.example', 'here'],
      ] as const)
        expect([name, (await check(name)).state]).toEqual([name, state]);
      const stored = await domainsOf(mine);
      expect(stored.find(({ name }) => name === 'elsewhere.example')?.dns?.records).toEqual([
        { type: 'A', name: 'elsewhere.example', found: [OWN, OTHER], expected: [OWN], isRight: false },
        { type: 'AAAA', name: 'elsewhere.example', found: [], expected: ['2001:db8::7'], isRight: true },
      ]);
    });

    it('recognises IPv6 addresses in any notation', async () => {
      await bind(mine, ['six.example']);
      await dns.setIpv6('six.example', ['2001:0db8:0:0::7']);
      expect(await check('six.example')).toMatchObject({ state: 'here', aaaaElsewhere: false });
      await dns.setIpv4('six.example', [OWN]);
      await dns.setIpv6('six.example', ['2001:db8::8']);
      expect(await check('six.example')).toMatchObject({ state: 'here', aaaaElsewhere: true });
    });

    it('applies the CAA records of the closest parent', async () => {
      await bind(mine, ['deep.sub.caa.example']);
      await dns.setIpv4('deep.sub.caa.example', [OWN]);
      await dns.setCaa('caa.example', 'other-ca.example');
      const refused = await check('deep.sub.caa.example');
      expect(refused.caaForbids).toBe(true);
      expect(refused.records.find(({ type }) => type === 'CAA')).toMatchObject({
        found: ['0 issue "other-ca.example"'],
        expected: ['0 issue "ca.example"'],
      });
      await dns.setCaa('sub.caa.example', 'ca.example');
      expect((await check('deep.sub.caa.example')).caaForbids).toBe(false);
    });

    it('reports `unknown` when the DNS server fails', async () => {
      await bind(mine, ['broken.example']);
      await dns.fail('broken.example');
      expect((await check('broken.example')).state).toBe('unknown');
    });

    it('limits the checks of one host, so that its slow DNS delays no other host', async () => {
      await bind(mine, ['stuck.example']);
      await bind(other, ['free.example']);
      await dns.setIpv4('free.example', [OWN]);
      const request = (site: ServedSite, name: string) =>
        post(site, 'domain/queryBindDomainStatus', { domains: [name] });
      const many = Array.from({ length: 40 }, () => request(mine, 'stuck.example'));
      const [refused] = await Promise.all([Promise.race(many), request(other, 'free.example')]);
      expect([refused.status, refused.reason]).toEqual([429, 'too-many-at-once']);
      release();
      const codes = (await Promise.all(many)).map(({ code }) => code);
      expect(codes).toContain('200');
    });

    it('refuses domains of other hosts', async () => {
      await bind(other, ['foreign.example']);
      const reply = await post(mine, 'domain/queryBindDomainStatus', { domains: ['foreign.example'] });
      expect(reply.reason).toBe('domain-gone');
    });
  });

  describe('a transfer', () => {
    it('returns the record to add for a taken name, and moves the name once DNS has the record', async () => {
      await bind(other, ['moving.example']);
      await post(other, 'domain/remark', { domain: 'moving.example', remark: 'shop' });
      const [taken] = fieldOf(await bind(mine, ['moving.example']), 'results') as {
        result: string;
        record: unknown;
      }[];
      expect(taken).toMatchObject({
        result: 'taken',
        record: { type: 'TXT', name: '_sitedeck.moving.example', isRight: false },
      });
      const early = await post(mine, 'domain/transfer', { domain: 'moving.example' });
      expect(early.reason).toBe('domain-not-proven');
      expect(await transfers(mine, ['moving.example'])).toMatchObject([
        { isBoundElsewhere: true, isProven: false },
      ]);
      await prove(mine, 'moving.example');
      expect(await transfers(mine, ['moving.example'])).toMatchObject([
        { isBoundElsewhere: true, isProven: true },
      ]);
      expect((await post(mine, 'domain/transfer', { domain: 'moving.example' })).code).toBe('200');
      expect(await namesOf(mine)).toEqual(['moving.example']);
      expect(await namesOf(other)).toEqual([]);
      await mine.put('index.html', 'mine');
      expect((await sites.node.request('moving.example', '/')).body).toBe('mine');
    });

    it('logs the loss for the owner of the other host', async () => {
      await bind(other, ['lost.example']);
      await prove(mine, 'lost.example');
      await post(mine, 'domain/transfer', { domain: 'lost.example' });
      const log = await post(other, 'log/queryPage/1/10', {});
      expect(JSON.stringify(log.res)).toContain('Domain moved to another host');
      expect(JSON.stringify(log.res)).toContain('lost.example');
    });

    it("refuses another host's record", async () => {
      await bind(other, ['guarded.example']);
      await dns.setTxt('_sitedeck.guarded.example', 'sitedeck-host=00000000000000000000000000000000');
      const reply = await post(mine, 'domain/transfer', { domain: 'guarded.example' });
      expect(reply.reason).toBe('domain-not-proven');
      expect(await namesOf(other)).toEqual(['guarded.example']);
    });

    it('requires proof for a wildcard that covers the name; a moved wildcard replaces the names below it', async () => {
      await bind(other, ['*.above.example', 'one.below.example', 'two.below.example']);
      const [above] = await transfers(mine, ['x.above.example']);
      expect(above?.record.name).toBe('_sitedeck.above.example');
      await dns.setTxt('_sitedeck.x.above.example', above?.record.expected[0] ?? '');
      const reply = await post(mine, 'domain/transfer', { domain: 'x.above.example' });
      expect(reply.reason).toBe('domain-not-proven');
      await prove(mine, '*.below.example');
      expect((await post(mine, 'domain/transfer', { domain: '*.below.example' })).code).toBe('200');
      expect(await namesOf(other)).toEqual(['*.above.example']);
      expect(await namesOf(mine)).toEqual(['*.below.example']);
    });

    it('reports a failed DNS server, and moves nothing', async () => {
      await bind(other, ['silent.example']);
      await dns.fail('_sitedeck.silent.example');
      const reply = await post(mine, 'domain/transfer', { domain: 'silent.example' });
      expect([reply.code, reply.reason]).toEqual(['502', 'domain-dns-unavailable']);
      expect(await namesOf(other)).toEqual(['silent.example']);
    });
  });

  describe('a list as CSV', () => {
    const importCsv = async (csv: string) => {
      const reply = await post(mine, 'domain/import', { csv });
      return reply.code === '200'
        ? (fieldOf(reply, 'results') as { typed: string; result: string }[]).map(
            ({ typed, result }) => `${typed} ${result}`,
          )
        : reply.res;
    };

    it('binds the listed domains with their remarks, and exports the same list', async () => {
      const csv = 'domain,remark\r\ncsv-a.example,"a, b"\r\n例子.csv.example,=1+1\r\nno domain,\r\n';
      expect(await importCsv(csv)).toEqual([
        'csv-a.example bound',
        '例子.csv.example bound',
        'no domain form',
      ]);
      const exported = String(fieldOf(await post(mine, 'domain/export'), 'csv'));
      expect(exported).toBe('\uFEFFdomain,remark\r\ncsv-a.example,"a, b"\r\n例子.csv.example,\'=1+1\r\n');
      expect(await importCsv(exported)).toEqual(['csv-a.example already', '例子.csv.example already']);
      expect(String(fieldOf(await post(mine, 'domain/export'), 'csv'))).toBe(exported);
    });

    it('names a line that cannot be parsed, and binds nothing', async () => {
      expect(await importCsv('ok.example,\n"broken.example,\n')).toMatchObject({
        reason: 'domain-list-unreadable',
      });
      expect(await importCsv(`ok.example,\nlong.example,${'x'.repeat(101)}`)).toMatchObject({
        reason: 'domain-list-unreadable',
      });
      expect(await namesOf(mine)).toEqual([]);
    });
  });

  describe('the lookup of ICP filings', () => {
    it('queries the adapter once for each domain', async () => {
      await bind(mine, ['filed.example', 'unfiled.example']);
      icpReply = (domains) => ({
        domains: [
          ...domains.map((domain) => ({ domain, number: domain === 'filed.example' ? '京ICP备1号' : null })),
          { domain: 'never-asked.example', number: 'x' },
        ],
      });
      const request = async () =>
        fieldOf(
          await post(mine, 'icp/queryIcpList', { domains: ['filed.example', 'unfiled.example'] }),
          'domains',
        );
      const filings = [
        { domain: 'filed.example', number: '京ICP备1号' },
        { domain: 'unfiled.example', number: null },
      ];
      const before = icpRequests.length;
      expect(await request()).toEqual(filings);
      expect(await request()).toEqual(filings);
      expect(icpRequests.slice(before)).toEqual([
        { domains: ['filed.example', 'unfiled.example'], authorization: 'Bearer secret' },
      ]);
    });

    it('refuses with a reason when the adapter sends an invalid reply', async () => {
      await bind(mine, ['nonsense.example']);
      icpReply = () => ({ domains: 'none' });
      const reply = await post(mine, 'icp/queryIcpList', { domains: ['nonsense.example'] });
      expect([reply.code, reply.reason]).toEqual(['502', 'icp-unavailable']);
    });

    it('hangs up on an adapter whose reply has no end', async () => {
      await bind(mine, ['endless.example']);
      isEndless = true;
      const reply = await post(mine, 'icp/queryIcpList', { domains: ['endless.example'] });
      isEndless = false;
      expect([reply.code, reply.reason]).toEqual(['502', 'icp-unavailable']);
      // What is not read lies in the sockets of both sides.
      expect(sentBytes).toBeGreaterThan(256 * 1024);
      expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
    });
  });
});
