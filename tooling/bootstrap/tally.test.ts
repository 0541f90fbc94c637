import { lastLine, ofCheck, ofJest, readLastLine, slowest, sum } from './tally.mjs';

const report = (counts: object) =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, ...counts });

it('adds the tests of jest and each check as one', () => {
  const total = sum([ofJest(report({ numPassedTests: 40 }), 0), ofCheck(0), ofCheck(2)]);
  expect(lastLine(total)).toBe('41 passed, 1 failed');
});

it('counts a test file that could not run', () => {
  expect(ofJest(report({ numPassedTests: 3, numRuntimeErrorTestSuites: 1 }), 1)).toEqual({
    passed: 3,
    failed: 1,
  });
});

it('counts a failure for a run that failed although every test passed', () => {
  expect(ofJest(report({ numPassedTests: 3 }), 1)).toEqual({ passed: 3, failed: 1 });
});

it('counts a failure for a run that died before it could report', () => {
  expect(ofJest(undefined, 137)).toEqual({ passed: 0, failed: 1 });
});

it('names the slowest files', () => {
  const testResults = [
    { name: '/e2e/quick.test.ts', startTime: 1000, endTime: 3000 },
    { name: '/e2e/long.test.ts', startTime: 2000, endTime: 62_400 },
    { name: '/e2e/middle.test.ts', startTime: 0, endTime: 9000 },
  ];
  expect(slowest(report({ testResults }), 2)).toEqual([
    { file: '/e2e/long.test.ts', seconds: 60 },
    { file: '/e2e/middle.test.ts', seconds: 9 },
  ]);
  expect(slowest(undefined, 2)).toEqual([]);
});

it('parses its own last line and no other', () => {
  expect(readLastLine(`ok types\n${lastLine({ passed: 12, failed: 3 })}\n`)).toEqual({
    passed: 12,
    failed: 3,
  });
  expect(readLastLine('12 passed, 3 failed\nsomething after it\n')).toBeUndefined();
  expect(readLastLine('Tests: 12 passed, 3 failed')).toBeUndefined();
});
