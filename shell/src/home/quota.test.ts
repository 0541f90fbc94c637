import { meterOf } from './quota';

const level = (used: number) => {
  const meter = meterOf({ used, quota: 100 });
  return meter.is === 'limited' ? meter.level : meter.is;
};

it('warns from 80 % of a quota on, and calls 95 % an error', () => {
  expect([79.9, 80, 94.9, 95, 130].map(level)).toEqual(['normal', 'warning', 'warning', 'error', 'error']);
});

it('fills the bar at most once', () => {
  expect(meterOf({ used: 130, quota: 100 })).toMatchObject({ share: 1, used: 130 });
  expect(meterOf({ used: 0, quota: 0 })).toMatchObject({ share: 1, level: 'error' });
});

it('never takes what is being measured for nothing, nor no limit for a limit', () => {
  expect(meterOf({ used: null, quota: 100 })).toEqual({ is: 'measuring' });
  expect(meterOf({ used: 7, quota: null })).toEqual({ is: 'unlimited', used: 7 });
});
