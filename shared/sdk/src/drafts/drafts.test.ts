import { installKernel, kernel, setHost } from '../kernel/kernel';
import { configFor, hostInfo } from '../testing/samples';
import { dropDraft, dropDrafts, holdDraft, keptDraft, keptDrafts, type Draft } from './drafts';

const NAME = 'files.edit:/a';
const typed: Draft = { text: 'half a sentence', about: 'v1' };

beforeAll(() => installKernel({ config: configFor('http://127.0.0.1:9') }));
beforeEach(() => signIn());
afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});
afterAll(() => kernel().tasks.stop());

function signIn(hostCode = 'vh10001', operator = 'shop'): void {
  setHost({ ...hostInfo(hostCode), operator }, 'FTP');
  kernel().tasks.stop();
}

/** Types, and loses the session. */
function type(draft: Draft | undefined): boolean {
  const hold = holdDraft(NAME, () => draft);
  kernel().events.emit('session-ending', { call: '/fs/echo' });
  hold.stop();
  return hold.isSafe();
}

it('gives back what was typed when the session ended', () => {
  expect(type(typed)).toBe(true);
  expect(keptDrafts('files.edit:')).toEqual([NAME]);
  expect(keptDraft(NAME)).toEqual(typed);
});

it('keeps nothing where nothing was typed, and nothing before the session ends', () => {
  holdDraft(NAME, () => typed).stop();
  expect(type(undefined)).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

it('gives nobody else’s: another account, or another host', () => {
  type(typed);
  signIn('vh10001', 'Li Lei');
  expect(keptDraft(NAME)).toBeUndefined();
  signIn('vh10002');
  expect(keptDrafts('')).toEqual([]);
  signIn();
  expect(keptDraft(NAME)).toEqual(typed);
});

it('is forgotten once it was saved or discarded, and all are when somebody signs out', () => {
  type(typed);
  dropDraft(NAME);
  expect(keptDrafts('')).toEqual([]);
  type(typed);
  signIn('vh10002');
  dropDrafts();
  expect(sessionStorage).toHaveLength(0);
});

it('says that nothing is safe where the browser keeps nothing', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(type(typed)).toBe(false);
});

it('gives back what was typed when the page went, but nothing once somebody left on purpose', () => {
  const hold = holdDraft(NAME, () => typed);
  dispatchEvent(new Event('pagehide'));
  expect(keptDraft(NAME)).toEqual(typed);
  dropDrafts();
  dispatchEvent(new Event('pagehide'));
  hold.stop();
  expect(sessionStorage).toHaveLength(0);
});

it('never keeps a text for a host that it was not typed on', () => {
  const hold = holdDraft(NAME, () => typed);
  signIn('vh10002');
  hold.keep();
  hold.stop();
  expect(keptDraft(NAME)).toBeUndefined();
  signIn();
  expect(keptDraft(NAME)).toEqual(typed);
});
