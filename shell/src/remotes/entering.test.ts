import { installKernel } from '@sitedeck/sdk';

import type * as entering from './entering';

type EnteringModule = typeof entering;

const files = { name: 'files', version: '0.1.0' };
const ssl = { name: 'ssl', version: '2.0.0' };
const mark = () => sessionStorage.getItem('sitedeck-entering');

/** Starts another page in the same tab: it reads the marks of the page before. */
function startPage(): EnteringModule {
  let started: EnteringModule | undefined;
  jest.isolateModules(() => {
    started = jest.requireActual<EnteringModule>('./entering');
  });
  if (!started) throw new Error('the page did not start');
  return started;
}

beforeAll(() => {
  installKernel({
    config: { apiBase: '', fileServiceBase: '', wireKey: '', links: {}, copyright: '' },
  });
});
beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

it('blocks a remote that was starting when the last page ended, and no other version of it', () => {
  startPage().beginEntering(files);
  const next = startPage();
  expect(next.hungLastTime(files)).toBe(true);
  expect(next.hungLastTime({ ...files, version: '0.1.1' })).toBe(false);
  expect(next.hungLastTime(ssl)).toBe(false);
});

it('unmarks a remote once the page has sent two heartbeats after its first content', () => {
  const page = startPage();
  page.beginEntering(files);
  jest.advanceTimersByTime(60_000);
  expect(mark()).toMatch(/^files@0\.1\.0#[0-9A-F]{6}$/);
  page.awaitHeartbeats(files);
  jest.advanceTimersByTime(1000);
  expect(mark()).toMatch(/^files@0\.1\.0#[0-9A-F]{6}$/);
  jest.advanceTimersByTime(1000);
  expect(mark()).toBeNull();
  expect(startPage().hungLastTime(files)).toBe(false);
});

it('keeps the mark of one remote when another has failed or was left', () => {
  const page = startPage();
  page.beginEntering(files);
  page.beginEntering(ssl);
  page.stopEntering(files);
  expect(mark()).toMatch(/^ssl@2\.0\.0#[0-9A-F]{6}$/);
  page.stopEntering(ssl);
  expect(mark()).toBeNull();
});

it('keeps a hung remote blocked while another one starts, until the user retries it', () => {
  startPage().beginEntering(files);
  const page = startPage();
  page.beginEntering(ssl);
  page.stopEntering(ssl);
  expect(mark()).toMatch(/^files@0\.1\.0#[0-9A-F]{6}$/);
  expect(startPage().hungLastTime(files)).toBe(true);
  page.beginEntering(files);
  expect(page.hungLastTime(files)).toBe(false);
  page.stopEntering(files);
  expect(startPage().hungLastTime(files)).toBe(false);
});

it('knows after a reload the reference under which the hang was reported', () => {
  startPage().beginEntering(files);
  const reference = mark()?.split('#')[1];
  expect(startPage().hungReference(files)).toBe(reference);
  expect(startPage().hungReference(ssl)).toBeUndefined();
});
