import { build, type Plugin } from 'esbuild';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files of a package, by path inside it. */
export type Files = ReadonlyMap<string, Buffer | string>;

const SKIPPED = new Set(['node_modules', 'dist', 'testing']);

/** TypeScript files below `folder` without tests and fixtures; absolute, sorted. */
export function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesBelow(path);
      return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : [];
    });
}

/**
 * Compiles each source to one file, so that a bundler can drop files without an importer. Imports get the file
 * extension that Node.js requires; data is bundled into its importer.
 */
const fileByFile: Plugin = {
  name: 'file-by-file',
  setup: (made) => {
    made.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) => {
      if (kind === 'entry-point' || /\.(?:json|css)$/.test(path)) return undefined;
      return { path: `${path}.js`, external: true };
    });
  },
};

/** A library's sources as JavaScript modules, `dist/<path>.js`. */
export async function modulesOf(folder: string): Promise<Files> {
  const src = join(folder, 'src');
  const { outputFiles } = await build({
    entryPoints: [...sourcesBelow(src)],
    outdir: src,
    outbase: src,
    // Comments of the bundler contain paths: make them relative to the package, wherever it is built.
    absWorkingDir: folder,
    bundle: true,
    write: false,
    packages: 'external',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.css': 'text' },
    plugins: [fileByFile],
    logLevel: 'warning',
  });
  return new Map(
    outputFiles.map(({ path, contents }) => [`dist/${relative(src, path)}`, Buffer.from(contents)]),
  );
}
