import { format } from 'node:util';

declare global {
  /** Lets the running test print what matches `pattern`, and fails the test if it prints nothing of that. */
  function expectConsole(pattern: RegExp): void;
}

const METHODS = ['debug', 'dir', 'error', 'info', 'log', 'warn'] as const;
type Printer = Record<(typeof METHODS)[number], (...values: unknown[]) => void>;

/** A print that means nothing: its text, and code on its stack. */
interface Ignored {
  readonly text: RegExp;
  readonly from: RegExp;
}

/**
 * What a library prints in jsdom alone, or in React's development build alone. Warnings about `act` don't belong here:
 * the test has to wait for the update.
 */
const IGNORED: readonly Ignored[] = [
  // jsdom loads no other document: tests of a navigation compare what was asked of the page.
  { text: /^Error: Not implemented: navigation/, from: /\/jsdom\// },
  // Some rules of axe measure text on a canvas, and pass over the element when there is none.
  { text: /^Error: Not implemented: HTMLCanvasElement\.prototype\.getContext/, from: /\/axe-core\// },
  // A browser shows a lost request in its network panel; the page gets an error event in both. A request to port 80
  // stays a failure: the test has no server of its own.
  {
    text: /^Error: Error: ((connect|read|write) E(?!.*:80\n)|socket hang up)/,
    from: /\/jsdom\/living\/xhr\//,
  },
  // The trigger of a tooltip flushes its state when its target gets the focus, also within React's commit, where
  // layers take and return the focus. React then renders right after that commit.
  { text: /^flushSync was called from inside a lifecycle method/, from: /\/@rc-component\/trigger\// },
];

/** Most different texts in the failure of one test, and most characters of each. */
const TEXTS = 5;
const TEXT_LENGTH = 2000;
/** Most calls that are searched for the code that printed: React's own calls come first. */
const CALLS = 300;
/** Most calls of libraries other than React in a failure. All calls of the product stay. */
const FOREIGN_CALLS = 8;
const REACT = '/node_modules/react-dom/';

export interface TestEvent {
  readonly name: string;
  readonly test?: { readonly errors: unknown[] };
}
export interface TestState {
  readonly unhandledErrors: unknown[];
}

/** Holds back what a test file prints to the console, and fails the test that prints what it does not expect. */
export class QuietConsole {
  private readonly prints = new Map<string, Error>();
  private expected: { readonly pattern: RegExp; seen: boolean }[] = [];
  private readonly original: Partial<Printer> = {};

  constructor(private readonly printer: Printer) {
    for (const method of METHODS) {
      this.original[method] = printer[method];
      printer[method] = (...values) => this.hold(method, format(...values));
    }
  }

  /** See the global of the same name. */
  readonly expectConsole = (pattern: RegExp): void => {
    this.expected.push({ pattern, seen: false });
  };

  /** Fails a test once its hooks are done, and the file for what is printed after its last test. */
  handle({ name, test }: TestEvent, { unhandledErrors }: TestState): void {
    if (name === 'test_done') test?.errors.push(...this.failures());
    if (name !== 'run_finish') return;
    unhandledErrors.push(...this.failures());
    Object.assign(this.printer, this.original);
  }

  private hold(method: string, text: string): void {
    const calls = callsOfPrinter();
    if (this.prints.has(text) || isIgnored(text, calls)) return;
    const expected = this.expected.find(({ pattern }) => pattern.test(text));
    if (expected) expected.seen = true;
    else this.prints.set(text, failure(`console.${method}: ${text.slice(0, TEXT_LENGTH)}`, calls));
  }

  private failures(): readonly Error[] {
    const unexpected = [...this.prints.values()].slice(0, TEXTS);
    const missing = this.expected
      .filter(({ seen }) => !seen)
      .map(({ pattern }) => failure(`nothing matched expectConsole(${String(pattern)})`, []));
    this.prints.clear();
    this.expected = [];
    return [...unexpected, ...missing];
  }
}

const isIgnored = (text: string, calls: readonly string[]): boolean =>
  IGNORED.some((one) => one.text.test(text) && calls.some((call) => one.from.test(call)));

/** The stack of the code that printed, without the calls of this file. */
function callsOfPrinter(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = CALLS;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack.split('\n').filter((line) => line.startsWith('    at ') && !line.includes(__filename));
}

function failure(message: string, calls: readonly string[]): Error {
  const isForeign = (call: string) => call.includes('/node_modules/') || !call.includes('/');
  const foreign = calls.filter((call) => isForeign(call) && !call.includes(REACT)).slice(0, FOREIGN_CALLS);
  const shown = calls.filter((call) => !isForeign(call) || foreign.includes(call));
  const error = new Error(message);
  error.stack = [message, ...shown].join('\n');
  return error;
}
