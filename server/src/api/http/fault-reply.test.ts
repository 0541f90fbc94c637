import { faultReply } from './fault-reply';

const context = { style: 'console', locale: 'en-US', requestId: 'r1' } as const;

it('reports a full disk if the database could not write', () => {
  const error = Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' });
  const { envelope, isBug } = faultReply(error, context);
  expect(envelope).toMatchObject({ code: '413', res: { reason: 'disk-full' } });
  expect(envelope.msg).not.toContain('base/1/2');
  expect(isBug).toBe(false);
});

it('reports a full disk if a file could not be written', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(faultReply(error, context)).toMatchObject({ reason: 'disk-full', isBug: false });
});

it('reports only an id for any other database error', () => {
  const error = Object.assign(new Error('relation "secret" does not exist'), { code: '42P01' });
  const { envelope, isBug } = faultReply(error, context);
  expect(envelope).toMatchObject({ code: '500', res: { reason: 'internal', id: 'r1' } });
  expect(JSON.stringify(envelope)).not.toContain('secret');
  expect(isBug).toBe(true);
});
