import type { RemoteManifest } from '@sitedeck/contract';
import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { cardModules } from '../preset/exposed-modules';
import { readManifest } from '../preset/remote-manifest';

/**
 * Source that uses the exposed modules of a remote, cards included, as the console does: it compiles only if they fit.
 */
const checkTextFor = (manifest: RemoteManifest): string => `
import type { RemoteContext } from '@sitedeck/sdk';
import type { ComponentType } from 'react';
import { App } from './app';
import { mount } from './mount';

interface Mounted {
  readonly update: (ctx: RemoteContext) => void;
  readonly unmount: () => void;
}
export const app: ComponentType<{ readonly ctx: RemoteContext }> = App;
export const door: (element: Element, ctx: RemoteContext) => Mounted = mount;
${Object.keys(cardModules(manifest))
  .map(
    (card, n) => `import { Card as Card${n} } from '${card}';
export const card${n}: ComponentType<{ readonly ctx: RemoteContext }> = Card${n};`,
  )
  .join('\n')}
`;

const OURS = '@sitedeck/';
/** More findings would repeat the first ones. */
const PROBLEMS_MAX = 20;

/**
 * Checks a remote's types against one version of SDK, kit and contract.
 * @param types folder with `node_modules/@sitedeck/*` of that version
 */
export function typeFindings(folder: string, types: string): readonly string[] {
  const file = join(folder, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config: unknown;
    error?: ts.Diagnostic;
  };
  if (error) return [lineOf(folder, error)];
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const task = {
    folder,
    types,
    checkPath: join(folder, 'src', 'sitedeck-doors.ts'),
    checkText: checkTextFor(readManifest(folder)),
  };
  const checked = { ...options, noEmit: true, skipLibCheck: true };
  const sources = fileNames.filter((name) => !/\.test\.tsx?$/.test(name));
  const program = ts.createProgram([...sources, task.checkPath], checked, hostFor(task, checked));
  const all = [...program.getOptionsDiagnostics(), ...ts.getPreEmitDiagnostics(program)];
  return [...new Set(all.map((one) => lineOf(folder, one)))].slice(0, PROBLEMS_MAX);
}

function lineOf(folder: string, { file, start, messageText }: ts.Diagnostic): string {
  const words = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (file === undefined || start === undefined) return words;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${relative(folder, file.fileName)}:${line + 1} ${words}`;
}

interface CheckTask {
  readonly folder: string;
  readonly types: string;
  /** Path of the file with `checkText`, which exists in the compiler's memory only. */
  readonly checkPath: string;
  /** Source of that file. */
  readonly checkText: string;
}

/**
 * Parsed files of other packages, such as React's and antd's types: the same for every version of ours. One command
 * checks one remote, so the options are the same too.
 */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Resolves our packages from `types`, and the packages that their types import from the remote's own installation. */
function hostFor(
  { folder, types, checkPath, checkText }: CheckTask,
  options: ts.CompilerOptions,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const importers = importingFiles(folder);
  const isShared = (name: string) => name.endsWith('.d.ts') && !name.startsWith(types);
  const cache = ts.createModuleResolutionCache(folder, (path) => path, options);
  const resolve = (name: string, from: string) =>
    ts.resolveModuleName(name, from, options, host, cache).resolvedModule;
  return {
    ...host,
    fileExists: (name) => name === checkPath || host.fileExists(name),
    readFile: (name) => (name === checkPath ? checkText : host.readFile(name)),
    getSourceFile: (name, target, ...rest) => {
      if (name === checkPath) return ts.createSourceFile(name, checkText, target);
      if (!isShared(name)) return host.getSourceFile(name, target, ...rest);
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, target, ...rest));
      return parsed.get(name);
    },
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        if (text.startsWith(OURS)) return { resolvedModule: resolve(text, join(types, 'here.ts')) };
        if (!from.startsWith(types) || text.startsWith('.')) return { resolvedModule: resolve(text, from) };
        return { resolvedModule: importers.map((file) => resolve(text, file)).find((found) => found) };
      }),
  };
}

/**
 * Importing files from which a dependency of our packages resolves: with pnpm each package sees only its own
 * dependencies.
 */
function importingFiles(folder: string): readonly string[] {
  const packages = ['ui', 'sdk', 'contract'].map((name) => join(folder, 'node_modules', OURS, name));
  return [...packages.filter(existsSync).map((path) => realpathSync(path)), folder].map((path) =>
    join(path, 'here.ts'),
  );
}
