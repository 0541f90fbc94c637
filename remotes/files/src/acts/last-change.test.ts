import { rememberChange, takeLastChange, type Change } from './last-change';

const deletion = (): Change => ({ is: 'deletion', kept: [] });

it('hands out a change for undo only once, to the shortcut or to its notice, and then closes the notice', () => {
  for (const first of ['key', 'notice']) {
    const change = deletion();
    const close = jest.fn();
    const takeByNotice = rememberChange(change, close);
    const asked = first === 'key' ? [takeLastChange, takeByNotice] : [takeByNotice, takeLastChange];
    expect(asked.map((take) => take())).toEqual([change, undefined]);
    expect(close).toHaveBeenCalledTimes(1);
  }
});

it('lets the shortcut undo the newest change, and the notice of an older change that one', () => {
  const [older, newer] = [deletion(), deletion()];
  const takeOlder = rememberChange(older, () => undefined);
  rememberChange(newer, () => undefined);
  expect(takeOlder()).toBe(older);
  expect(takeLastChange()).toBe(newer);
  expect(takeLastChange()).toBeUndefined();
});
