import { readTransferReply } from './transfer-reply';

const row = {
  domain: 'a.com',
  isBoundElsewhere: true,
  isProven: false,
  record: { type: 'TXT', name: '_sitedeck.a.com', found: [], expected: ['proof'], isRight: false },
};

it.each([
  ['in its envelope', { code: '200', res: { domains: [row] }, msg: '' }],
  ['with a numeric code', { code: 200, res: { domains: [row] }, msg: '' }],
  ['without an envelope', { domains: [row] }],
])('reads a reply %s', (_what, reply) => {
  expect(readTransferReply(reply)).toEqual({ is: 'rows', rows: [row] });
});

it('reports a refusal with its message and reference', () => {
  const reply = { code: '500', res: { reason: 'domain-dns-unavailable', id: '7F3A2C' }, msg: 'no DNS' };
  expect(readTransferReply(reply)).toEqual({
    is: 'refused',
    fault: { code: '500', reason: 'domain-dns-unavailable', message: 'no DNS', id: '7F3A2C' },
  });
});

it.each([
  undefined,
  null,
  'x',
  7,
  {},
  { code: '200', res: { domains: [{ domain: 'a.com' }] } },
  { domains: 1 },
])('reports %j as a refusal', (reply) => {
  expect(readTransferReply(reply).is).toBe('refused');
});
