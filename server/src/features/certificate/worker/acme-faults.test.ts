import { Refusal } from '#faults/refusal';
import { AcmeProblem } from '#system/acme/problem';
import { minimumPause, refusalOf, retryPause } from './acme-faults';

const now = Date.parse('2030-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const read = (error: unknown) => {
  const refusal = refusalOf(error, { now, domain: 'a.example', authority: 'ca.example' });
  return [refusal?.reason, refusal?.detail.values];
};

it('reports when a rate limit ends', () => {
  const at = Date.parse('2030-01-02T03:04:05Z');
  const limited = new AcmeProblem('rateLimited', 'too many', { retryAt: at });
  expect(read(limited)).toEqual(['certificate-rate-limited', { date: '2030-01-02 03:04 UTC' }]);
});

it('retries a rate-limited request when the authority allows it, after an hour to a week', () => {
  const days = (retryAt: number | undefined) =>
    minimumPause(new AcmeProblem('rateLimited', '', { retryAt }), now) / (24 * HOUR_MS);
  expect(days(now + 48 * HOUR_MS)).toBe(2);
  expect([days(undefined), days(now - 1)]).toEqual([1 / 24, 1 / 24]);
  // No date can hold it, so it has to be limited before it is shown.
  const endless = new AcmeProblem('rateLimited', '', { retryAt: 1e300 });
  expect(days(1e300)).toBe(7);
  expect(read(endless)).toEqual(['certificate-rate-limited', { date: '2030-01-08 00:00 UTC' }]);
  expect(minimumPause(new Refusal('certificate-not-served'), now)).toBe(48 * HOUR_MS);
  expect(minimumPause(new AcmeProblem('unauthorized', '', { retryAt: now + HOUR_MS }), now)).toBe(0);
});

it("passes on the detail of an authority's problem and the domain it concerns", () => {
  const refused = new AcmeProblem('unauthorized', 'got 404', { domain: 'b.example' });
  expect(read(refused)).toEqual([
    'certificate-authority-refused',
    { domain: 'b.example', detail: 'got 404' },
  ]);
  expect(read(new AcmeProblem('caa', 'x'))).toEqual([
    'certificate-caa',
    { domain: 'a.example', authority: 'ca.example' },
  ]);
});

it.each([
  new AcmeProblem('serverInternal', 'x'),
  new AcmeProblem('timeout', 'x'),
  new AcmeProblem('unreachable', 'connect ECONNREFUSED'),
])('treats %s as an unavailable authority', (error) => {
  expect(read(error)[0]).toBe('certificate-authority-down');
});

it('returns no refusal for a failure inside this server', () => {
  expect(read(new TypeError('x is not a function'))[0]).toBeUndefined();
  expect(read(Object.assign(new Error('read'), { code: 'EIO' }))[0]).toBeUndefined();
});

it('reports a full disk of this server, not the authority', () => {
  expect(read(Object.assign(new Error('write'), { code: 'ENOSPC' }))[0]).toBe('disk-full');
});

it('retries later after each failure, at most about a day later', () => {
  const hours = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => Math.round(retryPause(failures) / HOUR_MS));
  const expected = [1, 2, 4, 8, 16, 24, 24, 24];
  hours.forEach((pause, index) => {
    const wanted = expected[index] ?? 0;
    expect(Math.abs(pause - wanted)).toBeLessThanOrEqual(Math.ceil(wanted * 0.1));
  });
});
