import { QuietConsole } from './quiet-console';

/** A console that keeps what reaches it, and the guard in front of it. */
function guarded() {
  const passed: unknown[] = [];
  const print = (...values: unknown[]) => void passed.push(...values);
  const printer = { debug: print, dir: print, error: print, info: print, log: print, warn: print };
  const quiet = new QuietConsole(printer);
  const unhandledErrors: unknown[] = [];
  const messages = (errors: readonly unknown[]) => errors.map((error) => (error as Error).message);
  return {
    passed,
    printer,
    expectConsole: quiet.expectConsole,
    /** Ends a test, and gives its failures. */
    endTest: () => {
      const errors: unknown[] = [];
      quiet.handle({ name: 'test_done', test: { errors } }, { unhandledErrors });
      return messages(errors);
    },
    endFile: () => {
      quiet.handle({ name: 'run_finish' }, { unhandledErrors });
      return messages(unhandledErrors);
    },
  };
}

it('fails the test that prints, with the text, and not the next one', () => {
  const { printer, passed, endTest } = guarded();
  printer.error('An update to %s', 'Page');
  printer.log('here', 1);
  expect(endTest()).toEqual(['console.error: An update to Page', 'console.log: here 1']);
  expect(endTest()).toEqual([]);
  expect(passed).toEqual([]);
});

it('reports a text that is printed often once', () => {
  const { printer, endTest } = guarded();
  for (let time = 0; time < 3; time += 1) printer.warn('again');
  expect(endTest()).toEqual(['console.warn: again']);
});

it('shows the line that printed', () => {
  const { printer } = guarded();
  const errors: unknown[] = [];
  const quiet = new QuietConsole(printer);
  printer.log('from here');
  quiet.handle({ name: 'test_done', test: { errors } }, { unhandledErrors: [] });
  expect((errors[0] as Error).stack?.split('\n')[1]).toContain('quiet-console.test.ts');
});

it('lets a test print what it expects, and fails one that does not print it', () => {
  const { printer, expectConsole, endTest } = guarded();
  expectConsole(/^no token/);
  printer.warn('no token', 'at all');
  printer.warn('something else');
  expect(endTest()).toEqual(['console.warn: something else']);
  expectConsole(/^no token/);
  expect(endTest()).toEqual(['nothing matched expectConsole(/^no token/)']);
  printer.warn('no token');
  expect(endTest()).toEqual(['console.warn: no token']);
});

it('ignores a navigation that jsdom lacks only if jsdom reports it', () => {
  const { printer, endTest } = guarded();
  printer.error('Error: Not implemented: navigation (except hash changes)');
  expect(endTest()).toHaveLength(1);
  // jsdom's own files are on the stack.
  const report = {
    '/node_modules/jsdom/lib/report': () => printer.error('Error: Not implemented: navigation'),
  };
  report['/node_modules/jsdom/lib/report']();
  expect(endTest()).toEqual([]);
});

it('fails the file for what is printed after its last test, and then gives the console back', () => {
  const { printer, passed, endFile } = guarded();
  printer.error('late');
  expect(endFile()).toEqual(['console.error: late']);
  printer.error('after the run');
  expect(passed).toEqual(['after the run']);
});
