import { scanStatus } from '../testing/scan-server';
import { verdictOf, type ScanStatus } from './scan-status';

const none = { high: 0, suspicious: 0, notice: 0, unknown: 0 };
const verdict = (open: Partial<ScanStatus['open']>, given: Partial<ScanStatus> = {}) =>
  verdictOf(scanStatus({ open: { ...none, ...open }, ...given }));
const { last } = scanStatus();

describe('the verdict on a site', () => {
  it('calls a site clean only after a complete scan without findings', () => {
    expect(verdict({})).toEqual({ is: 'clean', files: 8412 });
    expect(verdict({}, { last: last && { ...last, isComplete: false } })).toEqual({ is: 'incomplete' });
    expect(verdict({}, { last: null })).toEqual({ is: 'never' });
  });

  it('is never clean while a file could not be analysed', () => {
    expect(verdict({ unknown: 2 })).toEqual({ is: 'unknown', unknown: 2 });
  });

  it('counts what may be harmless beside what is dangerous', () => {
    expect(verdict({ high: 2, suspicious: 2, notice: 1, unknown: 4 })).toEqual({
      is: 'found',
      high: 2,
      rest: 3,
    });
    expect(verdict({ notice: 1, unknown: 4 })).toEqual({ is: 'unsure', rest: 1 });
  });
});
