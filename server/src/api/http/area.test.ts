import { consoleCalls, LOG_AREAS, providerCalls } from '@sitedeck/contract';
import { areaOf } from './area';

it('puts signing in and out under the session, and the log under itself', () => {
  const { login, loginByToken, logout, sendCaptcha, changeHost, queryLog, exportLog } = consoleCalls;
  const session = [login, loginByToken, logout, sendCaptcha, changeHost];
  expect(session.map(({ path }) => areaOf(path))).toEqual(session.map(() => 'session'));
  expect([queryLog, exportLog].map(({ path }) => areaOf(path))).toEqual(['log', 'log']);
});

it('puts the rest where the reader looks for it', () => {
  const { makeFolder, stopTask, setOverride, currentHostInfo } = consoleCalls;
  const calls = [makeFolder, stopTask, setOverride, currentHostInfo, providerCalls.updateHost];
  expect(calls.map(({ path }) => areaOf(path))).toEqual(['files', 'task', 'remote', 'host', 'provider']);
});

it('leaves no call that is written down in an area of reading alone', () => {
  const written = Object.values({ ...consoleCalls, ...providerCalls }).filter(
    ({ effect }) => effect !== 'read',
  );
  const areas = new Set(written.map(({ path }) => areaOf(path)));
  expect([...areas].sort()).toEqual(LOG_AREAS.filter((area) => area !== 'log').sort());
});
