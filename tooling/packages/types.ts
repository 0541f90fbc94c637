import { relative } from 'node:path';
import ts from 'typescript';

/** `.d.ts` files by path relative to `root`, of every source below the given packages. */
export function declarationsOf(root: string, sources: readonly string[]): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(`${root}/tsconfig.base.json`, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root) as {
    options: ts.CompilerOptions;
  };
  const program = ts.createProgram([...sources], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm test` checks types; this run needs the declarations only.
    noCheck: true,
    rootDir: root,
    outDir: root,
    types: [],
  });
  const written = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => {
    written.set(relative(root, file), text);
  });
  const [first] = diagnostics;
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  return written;
}
