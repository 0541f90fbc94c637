import vm from 'node:vm';
import { compileWithCache } from './compile-once';

type Compiled = (value?: string) => unknown;

const compileIn = (parsingContext: vm.Context, source: string) =>
  compileWithCache(source, ['module', 'require'], {
    filename: '/house/door.js',
    parsingContext,
  }) as unknown as Compiled;

describe('a module that several test files load', () => {
  it('compiles once and runs in the context of each test file', () => {
    const { Script } = vm;
    const compiled = jest.spyOn(vm, 'Script').mockImplementation((...args) => new Script(...args));
    const source = 'return [module, number]; // the last line is a comment';
    expect(compileIn(vm.createContext({ number: 1 }), source)('a')).toEqual(['a', 1]);
    expect(compileIn(vm.createContext({ number: 2 }), source)('b')).toEqual(['b', 2]);
    expect(compiled).toHaveBeenCalledTimes(1);
  });

  it('compiles again when its text has changed', () => {
    const context = vm.createContext({});
    expect(compileIn(context, 'return 1;')()).toBe(1);
    expect(compileIn(context, 'return 2;')()).toBe(2);
  });

  it('names the position of an error as written in the file', () => {
    const fail = compileIn(vm.createContext({}), 'return new Error("closed").stack;');
    expect(fail()).toContain('/house/door.js:1:8');
  });
});
