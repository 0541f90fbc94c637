import vm from 'node:vm';

interface Compiled {
  readonly text: string;
  readonly script: vm.Script;
}

/** By the name of the file. */
const compiled = new Map<string, Compiled>();

const { compileFunction } = vm;

export const compileWithCache: typeof vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (filename === undefined || parsingContext === undefined)
    return compileFunction(source, parameters, options);
  return scriptOf(filename, source, parameters).runInContext(parsingContext) as ReturnType<
    typeof compileFunction
  >;
};

/**
 * Makes this worker compile each module once for all its test files. jest runs each file in a context of its own and
 * would compile every module again there, which takes more than half of the time that loading takes; one compiled
 * script can run in many contexts.
 */
export function compileOnce(): void {
  vm.compileFunction = compileWithCache;
}

function scriptOf(filename: string, source: string, parameters: readonly string[]): vm.Script {
  const head = `(function (${parameters.join(',')}) {`;
  const text = `${head}${source}\n})`;
  const known = compiled.get(filename);
  if (known?.text === text) return known.script;
  const script = new vm.Script(text, { filename, columnOffset: -head.length });
  compiled.set(filename, { text, script });
  return script;
}
