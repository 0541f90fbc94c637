import { chooseRetired } from './choose-retired';

const NOW = 1_000_000;
/** @param seconds since it was replaced */
const master = (seconds: number, ...hosts: readonly string[]) => ({
  old: { since: NOW - seconds * 1000, stop: new AbortController() },
  hosts: new Set(hosts),
});

describe('the retired master to stop so that another change can take effect', () => {
  it('is none until ten seconds after a change', () => {
    expect(chooseRetired([master(9, 'busy'), master(8, 'busy')], NOW)).toBeUndefined();
  });

  it('is one whose hosts all have requests in newer masters, not an older one where a host has its only request', () => {
    const [older, middle, youngest] = [
      master(40, 'busy', 'neighbour'),
      master(30, 'busy'),
      master(20, 'busy'),
    ];
    expect(chooseRetired([youngest, older, middle], NOW)).toBe(middle.old);
  });

  it('is the oldest once a minute has passed since it was replaced, even if a host has requests nowhere else', () => {
    const oldest = master(61, 'one');
    expect(chooseRetired([master(30, 'three'), oldest, master(45, 'two')], NOW)).toBe(oldest.old);
    expect(chooseRetired([master(59, 'one'), master(45, 'two')], NOW)).toBeUndefined();
  });
});
