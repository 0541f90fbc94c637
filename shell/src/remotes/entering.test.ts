import { installKernel } from '@sitedeck/sdk';

import type * as entering from './entering';

type EnteringModule = typeof entering;

const files = { name: 'files', version: '0.1.0' };
const ssl = { name: 'ssl', version: '2.0.0' };
const mark = () => sessionStorage.getItem('sitedeck-entering');

/** A page that starts in this tab: it finds what the last one left. */
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

it('holds it against a remote that the last page ended while it entered, and against no other version', () => {
  startPage().beginEntering(files);
  const next = startPage();
  expect(next.hungLastTime(files)).toBe(true);
  expect(next.hungLastTime({ ...files, version: '0.1.1' })).toBe(false);
  expect(next.hungLastTime(ssl)).toBe(false);
});

it('lets a remote go once the page has answered twice after its first picture', () => {
  const page = startPage();
  page.beginEntering(files);
  jest.advanceTimersByTime(60_000);
  expect(mark()).toMatch(/^files@0\.1\.0#[0-9A-F]{6}$/);
  page.settle(files);
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

it('still keeps out what hung when another remote comes well, until it is asked for', () => {
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

it('knows after a reload under which reference the hang was told', () => {
  startPage().beginEntering(files);
  const told = mark()?.split('#')[1];
  expect(startPage().hungReference(files)).toBe(told);
  expect(startPage().hungReference(ssl)).toBeUndefined();
});
