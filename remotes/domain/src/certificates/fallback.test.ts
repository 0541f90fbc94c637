import { certificateOf, inDays } from '../testing/domain-server';
import { fallbackOf } from './fallback';

it('reports which domains another certificate covers, and which lose HTTPS', () => {
  const removed = certificateOf(1, { serves: ['www.a.com', 'b.com', 'c.com'] });
  const wildcard = certificateOf(2, { names: ['*.a.com'] });
  const expired = certificateOf(3, { names: ['b.com'], notAfter: inDays(-3) });
  expect(fallbackOf(removed, [removed, wildcard, expired], Date.now())).toEqual({
    kept: ['www.a.com'],
    lost: ['b.com', 'c.com'],
  });
});
