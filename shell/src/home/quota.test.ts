import { meterOf } from './quota';

const level = (used: number) => {
  const meter = meterOf({ used, quota: 100 });
  return meter.is === 'limited' ? meter.level : meter.is;
};

it('warns from 80 % of a quota on, reports 95 % as an error, and says when all of it is used', () => {
  const levels = ['normal', 'warning', 'warning', 'error', 'error', 'over', 'over'];
  expect([79.9, 80, 94.9, 95, 99.9, 100, 130].map(level)).toEqual(levels);
});

it('reports how far beyond its quota a host is', () => {
  expect(meterOf({ used: 130, quota: 100 })).toMatchObject({ share: 1.3, used: 130 });
  expect(meterOf({ used: 0, quota: 0 })).toMatchObject({ share: 1, level: 'over' });
});

it('distinguishes an unmeasured quota from zero, and a missing limit from a limit', () => {
  expect(meterOf({ used: null, quota: 100 })).toEqual({ is: 'measuring' });
  expect(meterOf({ used: 7, quota: null })).toEqual({ is: 'unlimited', used: 7 });
});
