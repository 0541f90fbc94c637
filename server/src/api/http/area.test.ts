import { consoleCalls, LOG_AREAS, providerCalls } from '@sitedeck/contract';
import { areaOf } from './area';

it('assigns sign-in and sign-out to the session, and the log to itself', () => {
  const { login, loginByToken, logout, sendCaptcha, changeHost, queryLog, exportLog } = consoleCalls;
  const session = [login, loginByToken, logout, sendCaptcha, changeHost];
  expect(session.map(({ path }) => areaOf(path))).toEqual(session.map(() => 'session'));
  expect([queryLog, exportLog].map(({ path }) => areaOf(path))).toEqual(['log', 'log']);
});

it('assigns other calls to the area in which a reader expects them', () => {
  const { makeFolder, stopTask, setOverride, currentHostInfo } = consoleCalls;
  const calls = [makeFolder, stopTask, setOverride, currentHostInfo, providerCalls.updateHost];
  expect(calls.map(({ path }) => areaOf(path))).toEqual(['files', 'task', 'remote', 'host', 'provider']);
});

it('assigns no recorded call to an area that only has read calls', () => {
  const written = Object.values({ ...consoleCalls, ...providerCalls }).filter(
    ({ effect }) => effect !== 'read',
  );
  const areas = new Set(written.map(({ path }) => areaOf(path)));
  expect([...areas].sort()).toEqual(LOG_AREAS.filter((area) => area !== 'log').sort());
});
