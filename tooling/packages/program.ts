import { build } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Files } from './library';

const COMPRESSED = /\.(?:br|gz)$/;

function folder(root: string, place: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts') && !/^\.built/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [`${place}/${relative(join(root, place), file)}`, readFileSync(file)]);
}

/**
 * The command line: its own code in a few files, the contract included (our packages are in no package registry, and
 * `npx` installs this one alone), and the console to try a remote in.
 * @param packages names of dependencies that it imports instead of bundling
 */
export async function programFiles(root: string, shell: string, packages: readonly string[]): Promise<Files> {
  const src = join(root, 'src');
  const { outputFiles } = await build({
    entryPoints: [join(src, 'main.ts')],
    outdir: join(root, 'dist'),
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: packages.flatMap((name) => [name, `${name}/*`]),
    logLevel: 'warning',
  });
  const console = folder(join(shell, '..'), 'dist')
    .filter(([name]) => !COMPRESSED.test(name))
    .map(([name, content]) => [name.replace(/^dist\//, 'console/'), content] as const);
  return new Map([
    ...outputFiles.map(({ path, contents }) => [relative(root, path), Buffer.from(contents)] as const),
    ...folder(root, 'stand-ins'),
    ...folder(root, 'template'),
    ...console,
  ]);
}
