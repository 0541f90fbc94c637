import { kernel } from '../kernel/cell';
import { installKernel, setHost } from '../kernel/kernel';
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

/** Types a text, then loses the session. */
function type(draft: Draft | undefined): boolean {
  const hold = holdDraft(NAME, () => draft);
  kernel().events.emit('session-ending', { call: '/fs/echo' });
  hold.stop();
  return hold.isSafe();
}

it('restores the typed text after the session ended', () => {
  expect(type(typed)).toBe(true);
  expect(keptDrafts('files.edit:')).toEqual([NAME]);
  expect(keptDraft(NAME)).toEqual(typed);
});

it('stores nothing when nothing was typed, and nothing before the session ends', () => {
  holdDraft(NAME, () => typed).stop();
  expect(type(undefined)).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

it('restores no draft of another account or another host', () => {
  type(typed);
  signIn('vh10001', 'Li Lei');
  expect(keptDraft(NAME)).toBeUndefined();
  signIn('vh10002');
  expect(keptDrafts('')).toEqual([]);
  signIn();
  expect(keptDraft(NAME)).toEqual(typed);
});

it('drops a draft once it was saved or discarded, and all drafts when the user signs out', () => {
  type(typed);
  dropDraft(NAME);
  expect(keptDrafts('')).toEqual([]);
  type(typed);
  signIn('vh10002');
  dropDrafts();
  expect(sessionStorage).toHaveLength(0);
});

it('reports an unstored draft when the browser stores nothing', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(type(typed)).toBe(false);
});

it('restores the typed text after the page closed, but nothing after the user left on purpose', () => {
  const hold = holdDraft(NAME, () => typed);
  dispatchEvent(new Event('pagehide'));
  expect(keptDraft(NAME)).toEqual(typed);
  dropDrafts();
  dispatchEvent(new Event('pagehide'));
  hold.stop();
  expect(sessionStorage).toHaveLength(0);
});

it('stores no text under a host other than the one it was typed on', () => {
  const hold = holdDraft(NAME, () => typed);
  signIn('vh10002');
  hold.keep();
  hold.stop();
  expect(keptDraft(NAME)).toBeUndefined();
  signIn();
  expect(keptDraft(NAME)).toEqual(typed);
});
