import { nextTabs, tabsOf, type OpenTabs, type TabStep } from './open-tabs';

const after = (steps: readonly TabStep[], from: OpenTabs = tabsOf([])) => steps.reduce(nextTabs, from);
const open = (path: string): TabStep => ({ is: 'open', path });

it('opens each file once, and shows the one opened last', () => {
  const tabs = after([open('/a'), open('/b'), open('/a')]);
  expect([tabs.paths, tabs.active, tabs.isShown]).toEqual([['/a', '/b'], '/a', true]);
});

it('shows the next tab when one closes, and the list after the last one', () => {
  const three = after([open('/a'), open('/b'), open('/c')]);
  expect(
    after(
      [
        { is: 'choose', path: '/b' },
        { is: 'close', path: '/b' },
      ],
      three,
    ).active,
  ).toBe('/c');
  expect(after([{ is: 'close', path: '/c' }], three).active).toBe('/b');
  expect(after([{ is: 'close', path: '/a' }], three).active).toBe('/c');
  expect(after([open('/a'), { is: 'close', path: '/a' }])).toEqual(tabsOf([]));
});

it('keeps the files, and which are unsaved, while the list is shown', () => {
  const hidden = after([open('/a'), { is: 'dirty', path: '/a', dirty: true }, { is: 'hide' }]);
  expect([hidden.paths, hidden.unsaved, hidden.isShown]).toEqual([['/a'], ['/a'], false]);
  expect(after([{ is: 'gone' }, { is: 'show' }], hidden).isShown).toBe(true);
});

it('reads a discarded file again, even before its tab has closed', () => {
  const discarded = after([open('/a'), open('/b'), { is: 'discard' }]);
  expect([discarded.isShown, discarded.paths]).toEqual([false, ['/a', '/b']]);
  expect(nextTabs(discarded, { is: 'gone' })).toEqual(tabsOf([]));
  const reopened = nextTabs(discarded, open('/a'));
  expect([reopened.paths, reopened.isShown, reopened.isDiscarded, reopened.rounds]).toEqual([
    ['/a'],
    true,
    false,
    { '/a': 1 },
  ]);
});

it('ignores changes of a file that has closed', () => {
  const tabs = after([open('/a'), { is: 'close', path: '/a' }, { is: 'dirty', path: '/a', dirty: true }]);
  expect(tabs.unsaved).toEqual([]);
});
