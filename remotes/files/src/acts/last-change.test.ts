import { rememberChange, takeLastChange, type Change } from './last-change';

const deletion = (): Change => ({ is: 'deletion', kept: [] });

it('gives a change out once, whether the key or the notice asks first, and then closes its notice', () => {
  for (const first of ['key', 'notice']) {
    const change = deletion();
    const close = jest.fn();
    const takeByNotice = rememberChange(change, close);
    const asked = first === 'key' ? [takeLastChange, takeByNotice] : [takeByNotice, takeLastChange];
    expect(asked.map((take) => take())).toEqual([change, undefined]);
    expect(close).toHaveBeenCalledTimes(1);
  }
});

it('gives the newest change to the key, and an older one still to its notice', () => {
  const [older, newer] = [deletion(), deletion()];
  const takeOlder = rememberChange(older, () => undefined);
  rememberChange(newer, () => undefined);
  expect(takeOlder()).toBe(older);
  expect(takeLastChange()).toBe(newer);
  expect(takeLastChange()).toBeUndefined();
});
