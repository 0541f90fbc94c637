import { freeVersion, releaseStep } from './api/versions/bundled';
import { healthOf, loadCounter } from './api/health/health';
import { isAllowedOrigin } from './api/traffic/override';
import { NO_TRAFFIC } from './api/traffic/traffic';

describe('a version that comes with the product', () => {
  const fresh = { version: '2.0.0', isNew: true };
  const inForce = { ...NO_TRAFFIC, current: '1.0.0' };

  it('comes into force if no one but the product has decided', () => {
    expect(releaseStep(NO_TRAFFIC, fresh, undefined)).toMatchObject({ is: 'promote' });
    expect(releaseStep(inForce, fresh, 'release')).toMatchObject({
      is: 'promote',
      traffic: { current: '2.0.0', previous: '1.0.0' },
    });
  });

  it('leaves a person’s choice in force, even if that is no version', () => {
    expect(releaseStep(inForce, fresh, 'team')).toEqual({ is: 'stay' });
    expect(releaseStep(NO_TRAFFIC, fresh, 'team')).toEqual({ is: 'stay' });
  });

  it('does nothing at the second start', () => {
    expect(releaseStep({ ...inForce, current: '2.0.0' }, { ...fresh, isNew: false }, 'release')).toEqual({
      is: 'nothing',
    });
    expect(releaseStep(inForce, { ...fresh, isNew: false }, 'team')).toEqual({ is: 'nothing' });
  });

  it('gets another number if its number belongs to other files', () => {
    const digest = '0123456789abcdef';
    expect(freeVersion({ version: '1.0.0' }, digest, new Set())).toBe('1.0.0');
    expect(freeVersion({ version: '1.0.0' }, digest, new Set(['1.0.0']))).toBe('1.0.0-build.01234567');
    expect(freeVersion({ version: '1.0.0-rc' }, digest, new Set(['1.0.0-rc']))).toBe(
      '1.0.0-rc.build.01234567',
    );
  });
});

describe('the health of a version', () => {
  it('derives loads, errors and times from counts', () => {
    const counts = [
      { what: loadCounter(80), count: 6 },
      { what: loadCounter(40), count: 3 },
      { what: loadCounter(9_000_000), count: 1 },
      { what: 'error chunk', count: 2 },
    ];
    expect(healthOf(counts)).toEqual({ loads: 10, errors: { chunk: 2 }, medianMs: 100, slowestMs: 120_000 });
    expect(healthOf([])).toEqual({ loads: 0, errors: {}, medianMs: null, slowestMs: null });
  });
});

describe('the origin of an override', () => {
  const allowed = ['https://remotes.example.com', 'http://localhost:*'];
  it.each(['https://remotes.example.com', 'http://localhost:3001', 'http://localhost'])(
    'accepts %s',
    (origin) => {
      expect(isAllowedOrigin(origin, allowed)).toBe(true);
    },
  );
  it.each([
    'https://remotes.example.com:8443',
    'http://remotes.example.com',
    'https://remotes.example.com.evil.example',
    'http://localhost.evil.example:3001',
    'https://localhost:3001',
    'null',
  ])('refuses %s', (origin) => {
    expect(isAllowedOrigin(origin, allowed)).toBe(false);
    expect(isAllowedOrigin('http://localhost:3001', [])).toBe(false);
  });
});
