import type { AccountCode, Traffic, TrafficChange } from '@sitedeck/contract';
import { planCollection } from '../packages/collect';
import { applyChange, describeChange, NO_TRAFFIC } from './traffic';

const KNOWN = new Set(['1.0.0', '2.0.0', '3.0.0']);
const account = 'ac1001' as AccountCode;

/** The traffic after these changes, each of which must be possible. */
function after(...changes: readonly TrafficChange[]): Traffic {
  return changes.reduce<Traffic>((traffic, change) => {
    const applied = applyChange(traffic, change, KNOWN);
    if (applied.is !== 'changed') throw new Error(applied.is);
    return applied.traffic;
  }, NO_TRAFFIC);
}
const promote = (version: string): TrafficChange => ({ is: 'promote', version });
const rollout = (version: string, percent: number): TrafficChange => ({ is: 'rollout', version, percent });

describe('a change of traffic', () => {
  it('puts a version in force and remembers the previous one', () => {
    expect(after(promote('1.0.0'), promote('2.0.0'))).toEqual({
      current: '2.0.0',
      previous: '1.0.0',
      rollout: null,
      pins: {},
    });
  });

  it('rolls back to the previous version, and then again to the newer one', () => {
    const back = after(promote('1.0.0'), promote('2.0.0'), { is: 'rollback' });
    expect(back).toMatchObject({ current: '1.0.0', previous: '2.0.0' });
    expect(applyChange(NO_TRAFFIC, { is: 'rollback' }, KNOWN)).toEqual({ is: 'nothing-to-roll-back' });
  });

  it('remembers the previous version when the same version is promoted twice', () => {
    expect(after(promote('1.0.0'), promote('2.0.0'), promote('2.0.0')).previous).toBe('1.0.0');
  });

  it('rolls out to a percentage until the rollout ends, or a version is promoted or rolled back', () => {
    const part = after(promote('1.0.0'), rollout('2.0.0', 10), rollout('2.0.0', 30));
    expect(part.rollout).toEqual({ version: '2.0.0', percent: 30 });
    expect(after(promote('1.0.0'), rollout('2.0.0', 10), rollout('2.0.0', 0)).rollout).toBeNull();
    expect(after(promote('1.0.0'), rollout('2.0.0', 10), promote('2.0.0')).rollout).toBeNull();
    expect(applyChange(after(promote('1.0.0')), rollout('1.0.0', 10), KNOWN)).toMatchObject({
      is: 'rollout-of-current',
    });
  });

  it('pins one account and removes the pin', () => {
    const pinned = after(promote('1.0.0'), { is: 'pin', accountCode: account, version: '3.0.0' });
    expect(pinned.pins).toEqual({ ac1001: '3.0.0' });
    const ended = applyChange(pinned, { is: 'pin', accountCode: account, version: null }, KNOWN);
    expect(ended).toMatchObject({ is: 'changed', traffic: { pins: {} }, goesLive: undefined });
  });

  it('withdraws for all accounts, pinned ones too, and can be undone', () => {
    const pin: TrafficChange = { is: 'pin', accountCode: account, version: '3.0.0' };
    expect(after(promote('1.0.0'), pin, { is: 'withdraw' })).toEqual({ ...NO_TRAFFIC, previous: '1.0.0' });
    expect(after(promote('1.0.0'), { is: 'withdraw' }, { is: 'rollback' }).current).toBe('1.0.0');
  });

  it('names no version that is not stored', () => {
    for (const change of [promote('9.0.0'), rollout('9.0.0', 5)])
      expect(applyChange(NO_TRAFFIC, change, KNOWN)).toEqual({ is: 'version-unknown', version: '9.0.0' });
    const collected = applyChange(
      after(promote('1.0.0'), promote('2.0.0')),
      { is: 'rollback' },
      new Set(['2.0.0']),
    );
    expect(collected).toEqual({ is: 'version-unknown', version: '1.0.0' });
  });

  it('names the version that must be checked before it goes live', () => {
    expect(applyChange(NO_TRAFFIC, promote('1.0.0'), KNOWN)).toMatchObject({ goesLive: '1.0.0' });
    expect(applyChange(after(promote('1.0.0')), { is: 'withdraw' }, KNOWN)).toMatchObject({
      goesLive: undefined,
    });
  });

  it('is described in words for the history', () => {
    expect(describeChange(rollout('2.0.0', 10), NO_TRAFFIC)).toBe('rollout 2.0.0 to 10%');
    expect(describeChange({ is: 'rollback' }, { ...NO_TRAFFIC, current: '1.0.0' })).toBe('rollback to 1.0.0');
    expect(describeChange({ is: 'pin', accountCode: account, version: null }, NO_TRAFFIC)).toBe(
      'unpin ac1001',
    );
  });
});

describe('the collection of versions', () => {
  const DAY = 24 * 3600_000;
  const now = Date.parse('2026-03-01T00:00:00Z');
  const versions = ['6.0.0', '5.0.0', '4.0.0', '3.0.0', '2.0.0', '1.0.0'];
  const inForce = (version: string): Traffic => ({ ...NO_TRAFFIC, current: version });
  const row = (daysAgo: number, document: Traffic) => ({ at: new Date(now - daysAgo * DAY), document });
  const removed = (traffic: Traffic, history: readonly ReturnType<typeof row>[]) =>
    planCollection({ versions, traffic, history, now }).removed;

  it('keeps the newest three, whatever traffic says', () => {
    expect(removed(inForce('6.0.0'), [row(30, inForce('6.0.0'))])).toEqual(['3.0.0', '2.0.0', '1.0.0']);
  });

  it('keeps what an account gets: by pin, by rollout, or by rolling back', () => {
    const pins = { ['ac1001' as AccountCode]: '1.0.0' };
    const rolledOut = { version: '2.0.0', percent: 5 };
    const traffic: Traffic = { current: '6.0.0', previous: '3.0.0', rollout: rolledOut, pins };
    expect(removed(traffic, [row(30, traffic)])).toEqual([]);
  });

  it('keeps what was in force at any time of the last seven days', () => {
    const history = [row(30, inForce('1.0.0')), row(8, inForce('2.0.0')), row(6, inForce('6.0.0'))];
    // 2.0.0 was promoted eight days ago and replaced six days ago; 1.0.0 was replaced before the seven days
    // began.
    expect(removed(inForce('6.0.0'), history)).toEqual(['3.0.0', '1.0.0']);
  });

  it('reports why each remaining version stays', () => {
    const { kept } = planCollection({ versions, traffic: inForce('1.0.0'), history: [], now });
    expect(kept).toContainEqual({ version: '1.0.0', why: 'in force' });
    expect(kept).toContainEqual({ version: '6.0.0', why: 'among the newest 3' });
  });
});
