import { standForLeader } from './leader';

/** The queue of the Web Locks standard, which jsdom leaves out: one holder, the next in order of asking. */
function makeLocks(): Pick<LockManager, 'request'> {
  let tail: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: unknown, hold: () => Promise<unknown>) => {
    const mine = tail.then(hold);
    tail = mine.catch(() => undefined);
    return mine;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

it('lets one of two pages lead, and the other when that one yields or goes', async () => {
  const locks = makeLocks();
  const [firstEnd, secondEnd] = [new AbortController(), new AbortController()];
  const first = standForLeader({ name: 'x', locks, end: firstEnd.signal }, untilAborted);
  const second = standForLeader({ name: 'x', locks, end: secondEnd.signal }, untilAborted);
  await settle();
  expect([first.leads(), second.leads()]).toEqual([true, false]);
  first.yield();
  await settle();
  expect([first.leads(), second.leads()]).toEqual([false, true]);
  secondEnd.abort();
  await settle();
  expect([first.leads(), second.leads()]).toEqual([true, false]);
  firstEnd.abort();
});

it('lets every page lead where there are no locks, and keeps the lead when asked to yield', async () => {
  const end = new AbortController();
  const leader = standForLeader({ name: 'x', locks: undefined, end: end.signal }, untilAborted);
  await settle();
  leader.yield();
  await settle();
  expect(leader.leads()).toBe(true);
  end.abort();
  await settle();
  expect(leader.leads()).toBe(false);
});
