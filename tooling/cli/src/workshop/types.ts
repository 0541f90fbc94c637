import type { RemoteManifest } from '@sitedeck/contract';
import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { cardDoors } from '../preset/doors';
import { readManifest } from '../preset/remote-manifest';

/**
 * Source that uses the exposed modules of a remote, cards included, as the console does: it compiles only if they fit.
 */
const askingFor = (manifest: RemoteManifest): string => `
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
${Object.keys(cardDoors(manifest))
  .map(
    (card, n) => `import { Card as Card${n} } from '${card}';
export const card${n}: ComponentType<{ readonly ctx: RemoteContext }> = Card${n};`,
  )
  .join('\n')}
`;

const OURS = '@sitedeck/';
/** More findings would repeat the first ones. */
const MOST = 20;

/**
 * Checks a remote's types against one version of SDK, kit and contract.
 * @param held folder with `node_modules/@sitedeck/*` of that version
 */
export function typeFindings(folder: string, held: string): readonly string[] {
  const file = join(folder, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config: unknown;
    error?: ts.Diagnostic;
  };
  if (error) return [lineOf(folder, error)];
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const task = {
    folder,
    held,
    doors: join(folder, 'src', 'sitedeck-doors.ts'),
    asking: askingFor(readManifest(folder)),
  };
  const checked = { ...options, noEmit: true, skipLibCheck: true };
  const sources = fileNames.filter((name) => !/\.test\.tsx?$/.test(name));
  const program = ts.createProgram([...sources, task.doors], checked, hostFor(task, checked));
  const all = [...program.getOptionsDiagnostics(), ...ts.getPreEmitDiagnostics(program)];
  return [...new Set(all.map((one) => lineOf(folder, one)))].slice(0, MOST);
}

function lineOf(folder: string, { file, start, messageText }: ts.Diagnostic): string {
  const words = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (file === undefined || start === undefined) return words;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${relative(folder, file.fileName)}:${line + 1} ${words}`;
}

interface CheckTask {
  readonly folder: string;
  readonly held: string;
  /** Path of the file with `asking`, which exists in the compiler's memory only. */
  readonly doors: string;
  /** Source of that file. */
  readonly asking: string;
}

/** Resolves our packages from `held`, and the packages that their types import from the remote's own installation. */
function hostFor({ folder, held, doors, asking }: CheckTask, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const own = installedPlaces(folder);
  const resolve = (name: string, from: string) =>
    ts.resolveModuleName(name, from, options, host).resolvedModule;
  return {
    ...host,
    fileExists: (name) => name === doors || host.fileExists(name),
    readFile: (name) => (name === doors ? asking : host.readFile(name)),
    getSourceFile: (name, target, ...rest) =>
      name === doors ? ts.createSourceFile(name, asking, target) : host.getSourceFile(name, target, ...rest),
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        if (text.startsWith(OURS)) return { resolvedModule: resolve(text, join(held, 'here.ts')) };
        if (!from.startsWith(held) || text.startsWith('.')) return { resolvedModule: resolve(text, from) };
        return { resolvedModule: own.map((place) => resolve(text, place)).find((found) => found) };
      }),
  };
}

/**
 * Importing files from which a dependency of our packages resolves: with pnpm each package sees only its own
 * dependencies.
 */
function installedPlaces(folder: string): readonly string[] {
  const packages = ['ui', 'sdk', 'contract'].map((name) => join(folder, 'node_modules', OURS, name));
  return [...packages.filter(existsSync).map((place) => realpathSync(place)), folder].map((place) =>
    join(place, 'here.ts'),
  );
}
