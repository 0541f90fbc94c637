import { installKernel } from '@sitedeck/sdk';

import type * as remoteEvents from './remote-events';

type Events = typeof remoteEvents;

const files = { name: 'files', version: '0.1.0' };

/** Bodies of the reports that were sent, in order. */
let sent: { readonly events: readonly Record<string, unknown>[] }[];
let events: Events;

beforeAll(() => {
  installKernel({
    config: { apiBase: '', fileServiceBase: '', wireKey: '', links: {}, copyright: '' },
  });
});

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  globalThis.fetch = (_url, init) => {
    sent.push(JSON.parse(init?.body as string) as (typeof sent)[number]);
    return Promise.resolve(new Response());
  };
  // The module remembers what it reported, so each test loads its own copy.
  jest.isolateModules(() => {
    events = jest.requireActual<Events>('./remote-events');
  });
});
afterEach(() => {
  jest.useRealTimers();
});

it('reports all events of two seconds in one request', () => {
  events.reportLoaded(files, 120);
  const reference = events.reportFailed({ name: 'ssl', version: '2.0.0' }, { stage: 'entry', words: 'gone' });
  expect(reference).toMatch(/^[0-9A-F]{6}$/);
  jest.advanceTimersByTime(1999);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(sent).toEqual([
    {
      events: [
        { is: 'loaded', ...files, ms: 120 },
        { is: 'failed', name: 'ssl', version: '2.0.0', stage: 'entry', message: `${reference} gone` },
      ],
    },
  ]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});

it('reports the same failure once a minute, and another stage or version at once', () => {
  for (let round = 0; round < 5; round += 1) events.reportFailed(files, { stage: 'chunk', words: 'lost' });
  events.reportFailed(files, { stage: 'render', words: 'thrown' });
  events.reportFailed({ ...files, version: '0.2.0' }, { stage: 'chunk', words: 'lost' });
  jest.advanceTimersByTime(59_999);
  events.reportFailed(files, { stage: 'chunk', words: 'lost' });
  expect(sent.flatMap((one) => one.events.map(({ stage, version }) => [stage, version]))).toEqual([
    ['chunk', '0.1.0'],
    ['render', '0.1.0'],
    ['chunk', '0.2.0'],
  ]);
  jest.advanceTimersByTime(1);
  events.reportFailed(files, { stage: 'chunk', words: 'lost' });
  jest.advanceTimersByTime(2000);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.events).toHaveLength(1);
});

it('returns the reference of the first report for a repeated failure, and uses a given one', () => {
  const first = events.reportFailed(files, { stage: 'refused', words: 'route-taken' });
  expect(events.reportFailed(files, { stage: 'refused', words: 'route-taken' })).toBe(first);
  expect(events.reportFailed(files, { stage: 'hang', words: 'kept out', known: '7F3A2C' })).toBe('7F3A2C');
  jest.advanceTimersByTime(2000);
  expect(sent.flatMap((one) => one.events.map(({ message }) => message))).toEqual([
    `${first} route-taken`,
    '7F3A2C kept out',
  ]);
});

it('sends no more events, and no longer texts, than the server accepts', () => {
  for (let number = 0; number < 60; number += 1) {
    events.reportFailed(
      { name: `remote-${number}`, version: '1.0.0' },
      { stage: 'render', words: 'x'.repeat(2000) },
    );
  }
  jest.advanceTimersByTime(2000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.events).toHaveLength(50);
  expect(String(sent[0]?.events[0]?.['message'])).toHaveLength(500);
});

it('sends at once when the page closes', () => {
  events.reportBeforeLeaving();
  events.reportLoaded(files, 5);
  dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
  jest.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(1);
});
