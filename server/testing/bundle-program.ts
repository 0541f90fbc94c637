import { basename, join, resolve } from 'node:path';
import { run } from '#system/process/exec';

const ROOT = resolve(__dirname, '../..');

/** CommonJS packages inside an ES module still need these names. */
const COMMONJS = `
import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileOf(import.meta.url);
const __dirname = __dirnameOf(__filename);
`;

/**
 * Bundles a program of the tests or the product into one file that Node.js starts at once.
 * @param source path of its `.ts` below `server`
 * @param folder folder of the written `.mjs`
 * @returns path of the program
 */
export async function bundleProgram(source: string, folder: string): Promise<string> {
  const program = join(folder, basename(source).replace(/\.ts$/, '.mjs'));
  const options = {
    entryPoints: [join(ROOT, 'server', source)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: COMMONJS },
    external: ['pg-native'],
  };
  // Runs in a process of its own, because esbuild fails with jest's globals.
  const code = `require('esbuild').buildSync(${JSON.stringify(options)})`;
  const built = await run({ file: process.execPath, args: ['-e', code] }, { cwd: ROOT });
  if (built.code !== 0) throw new Error(built.stderr);
  return program;
}
