import { ADDRESS, dnsOf, domainOf, servedUntil } from '../testing/domain-server';
import { daysUntil, foreignAddress, hostRecordOf, needOfDomain } from './domain-state';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const inDays = (days: number) => new Date(NOW + days * 24 * 3600_000).toISOString();

it.each([
  ['62 days left', inDays(62), 62],
  ['the last hours', inDays(0.5), 0],
  ['an hour ago', inDays(-0.04), -1],
])('counts full days: %s', (_what, moment, days) => {
  expect(daysUntil(moment, NOW)).toBe(days);
});

it.each([
  ['served and here', domainOf('a.com', { certificate: servedUntil(inDays(62)) }), 'none'],
  ['renewed in time', domainOf('a.com', { certificate: servedUntil(inDays(10)) }), 'none'],
  ['uploaded, ends soon', domainOf('a.com', { certificate: servedUntil(inDays(10), false) }), 'action'],
  ['renewal is late', domainOf('a.com', { certificate: servedUntil(inDays(5)) }), 'action'],
  ['no certificate', domainOf('a.com'), 'action'],
  [
    'CAA',
    domainOf('a.com', {
      dns: { ...dnsOf('a.com', ADDRESS), caaForbids: true },
      certificate: servedUntil(inDays(62)),
    }),
    'action',
  ],
  ['not checked', domainOf('a.com', { dns: null }), 'none'],
])('reports what a domain needs: %s', (_what, domain, need) => {
  expect(needOfDomain(domain, NOW)).toBe(need);
});

it('reports a failed request, but not while the next one runs', () => {
  const failure = { message: 'no', at: inDays(0), nextAt: null };
  const failed = { served: null, taskId: null, failure };
  expect(needOfDomain(domainOf('a.com', { certificate: failed }), NOW)).toBe('failed');
  expect(needOfDomain(domainOf('a.com', { certificate: { ...failed, taskId: 3 } }), NOW)).toBe('none');
});

it('finds the address that is not this server’s', () => {
  const records = [
    {
      type: 'A' as const,
      name: 'a.com',
      found: ['203.0.113.24', '198.51.100.7'],
      expected: ['203.0.113.24'],
      isRight: false,
    },
  ];
  const checkedAt = inDays(0);
  const dns = { state: 'elsewhere' as const, records, caaForbids: false, aaaaElsewhere: false, checkedAt };
  expect(foreignAddress(domainOf('a.com', { dns }))).toBe('198.51.100.7');
});

it.each([
  ['a.com', '@'],
  ['www.a.com', 'www'],
  ['*.img.a.com', '*.img'],
  ['a.com.cn', '@'],
  ['www.a.com.cn', 'www'],
  ['_sitedeck.www.a.co.uk', '_sitedeck.www'],
  ['co.cn', '@'],
  ['b.xn--fiqs8s', '@'],
])('returns the host record of %s: %s', (name, record) => {
  expect(hostRecordOf(name)).toBe(record);
});
