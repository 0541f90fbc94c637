import { makeServerClock } from './server-clock';

const SERVER = Date.parse('2026-11-21T08:00:00Z');
const header = (at: number) => new Date(at).toUTCString();

/** A browser whose clock is `ahead` of the server's, ms. */
function browser(ahead: number) {
  let server = SERVER;
  const clock = makeServerClock(() => server + ahead);
  /** A round trip that takes `requestMs` and `replyMs`; the header has full seconds. */
  const ask = (requestMs = 40, replyMs = 60) => {
    const sent = server + ahead;
    server += requestMs;
    const stamped = header(Math.floor(server / 1000) * 1000);
    server += replyMs;
    clock.hear(stamped, { sent, came: server + ahead });
  };
  const pass = (ms: number) => {
    server += ms;
  };
  const error = () => clock.now() - server;
  return { clock, ask, pass, error };
}

it('uses the browser’s own clock before the first reply', () => {
  const { error } = browser(5000);
  expect(error()).toBe(5000);
});

it('computes the server’s time when the browser’s clock is a day fast or slow', () => {
  for (const ahead of [24 * 3600_000, -24 * 3600_000, 90_000]) {
    const { ask, error } = browser(ahead);
    ask();
    expect(Math.abs(error())).toBeLessThan(600);
  }
});

it('becomes more exact with every reply', () => {
  const { ask, pass, error } = browser(3600_000);
  for (let count = 0; count < 40; count += 1) {
    ask();
    pass(137);
  }
  expect(Math.abs(error())).toBeLessThan(60);
});

it('applies no correction while the two clocks may agree, however slow the reply', () => {
  const { ask, error } = browser(0);
  ask(3, 2);
  ask(20_000, 10_000);
  expect(error()).toBe(0);
});

it('keeps the server’s time when the user changes the browser’s clock', () => {
  let ahead = 0;
  const clock = makeServerClock(() => SERVER + ahead);
  const ask = () => clock.hear(header(SERVER), { sent: SERVER + ahead, came: SERVER + ahead + 50 });
  ask();
  ahead = 7200_000;
  ask();
  expect(Math.abs(clock.now() - SERVER)).toBeLessThan(600);
});

it('ignores a reply without a readable date', () => {
  const { clock, error } = browser(5000);
  clock.hear(undefined, { sent: 0, came: 0 });
  clock.hear('yesterday', { sent: 0, came: 0 });
  expect(error()).toBe(5000);
});
