import { Refusal } from '#faults/refusal';
import { MinimumSpeed } from './minimum-speed';

const MINUTE = 60_000;
const KIB = 1024;

it('stops a download that trickles, and leaves a steady one alone', () => {
  let at = 0;
  const pace = new MinimumSpeed('example.com', () => at);
  pace.check(256 * KIB);
  at += MINUTE;
  expect(() => pace.check(0)).not.toThrow();

  // A byte each half minute would occupy a task slot for years.
  at += MINUTE / 2;
  expect(() => pace.check(1)).not.toThrow();
  at += MINUTE / 2;
  expect(() => pace.check(1)).toThrow(Refusal);
});
