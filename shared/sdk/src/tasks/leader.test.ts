import { channelLocks, type Locks } from './channel-locks';
import { standForLeader } from './leader';

/** The queue of the Web Locks standard, which jsdom leaves out: one holder, then the next in order of asking. */
function makeLocks(): Locks {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    request: (_name, _options, hold) => {
      const mine = tail.then(() => hold());
      tail = mine.catch(() => undefined);
      return mine;
    },
  };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

it('makes one of two pages the leader, and the other when that one yields or closes', async () => {
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

describe('where a page has no Web Locks, as without TLS', () => {
  const pages: AbortController[] = [];
  afterEach(() => pages.splice(0).forEach((end) => end.abort()));
  const open = (name: string) => {
    const end = new AbortController();
    pages.push(end);
    return { end, ...standForLeader({ name, locks: channelLocks, end: end.signal }, untilAborted) };
  };
  const until = async (holds: () => boolean) => {
    for (const deadline = Date.now() + 60_000; !holds(); await settle())
      if (Date.now() > deadline) throw new Error('it never came to that');
  };

  it('makes one of three pages opened at the same moment the leader, and another once that one is closed', async () => {
    const three = [open('three'), open('three'), open('three')];
    const leading = () => three.filter(({ leads }) => leads());
    await until(() => leading().length > 0);
    // Long enough for the others to have asked as well.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const [first, ...others] = leading();
    expect(others).toEqual([]);
    first?.end.abort();
    await until(() => leading().length === 1 && !leading().includes(first ?? open('nobody')));
  });

  it('hands leadership to the other page when asked to yield', async () => {
    const first = open('yield');
    await until(() => first.leads());
    const second = open('yield');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(second.leads()).toBe(false);
    first.yield();
    await until(() => second.leads());
    expect(first.leads()).toBe(false);
  });

  it('does not become a second leader while it is too busy to read messages', async () => {
    const first = open('busy');
    await until(() => first.leads());
    const end = new AbortController();
    pages.push(end);
    const term = jest.fn(untilAborted);
    const second = standForLeader({ name: 'busy', locks: channelLocks, end: end.signal }, term);
    for (const since = performance.now(); performance.now() - since < 300;);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(term).not.toHaveBeenCalled();
    first.yield();
    await until(() => second.leads());
  });

  it('ends one of two leaderships when a frozen page continues', async () => {
    const first = open('frozen');
    await until(() => first.leads());
    const sleeper = new BroadcastChannel('frozen.seat');
    sleeper.postMessage({ is: 'taken', id: '' });
    await until(() => !first.leads());
    sleeper.close();
  });
});
