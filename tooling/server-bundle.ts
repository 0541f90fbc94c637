import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { writeHelp } from './help/write-help';

const SERVER = join(import.meta.dirname, '..', 'server');
const OUT = join(SERVER, 'dist');

/** One bundle per process, so that a process of another uid executes one file without a node_modules beside it. */
const ENTRIES = {
  main: 'supervisor/main.ts',
  api: 'api/main.ts',
  worker: 'worker/main.ts',
  files: 'files/parent/main.ts',
  php: 'php/main.ts',
  mail: 'mail/main.ts',
  scanner: 'scanner/main.ts',
  child: 'files/child/main.ts',
  threads: 'files/child/threads.ts',
};

/** CommonJS packages inside an ES module need these variables. */
const COMMONJS = `
import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileOf(import.meta.url);
const __dirname = __dirnameOf(__filename);
`.trim();

/** zod exports its messages in sixty languages, of which it uses one: a quarter of what a small process reads at its start. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(bundle) {
    bundle.onLoad({ filter: /\/zod\/v4\/locales\/index\.c?js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

const result = await build({
  entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ out, in: join(SERVER, 'src', file) })),
  outdir: OUT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: { js: COMMONJS },
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'linked',
  // Optional native part of pg, which otherwise uses its JavaScript.
  external: ['pg-native'],
  plugins: [oneLanguage],
  logLevel: 'warning',
}).catch(() => undefined);

// esbuild has already printed the error.
if (result === undefined) process.exit(1);

/** Copied without bundling: the PHP around the admin tool, and the FTP server in Python. */
const SCRIPTS = ['admin-tool', 'ftp'];
const HELP = 'help';
/** Rules of the scanner, which YARA reads. */
const RULES = 'scan-rules';
const current = new Set([
  ...SCRIPTS,
  HELP,
  RULES,
  ...Object.keys(ENTRIES).flatMap((name) => [`${name}.mjs`, `${name}.mjs.map`, `${name}.mjs.LEGAL.txt`]),
]);
for (const file of await readdir(OUT)) {
  if (!current.has(file)) await rm(join(OUT, file), { recursive: true, force: true });
}
for (const folder of SCRIPTS) {
  await rm(join(OUT, folder), { recursive: true, force: true });
  await cp(join(SERVER, folder), join(OUT, folder), { recursive: true });
}
await rm(join(OUT, RULES), { recursive: true, force: true });
await cp(join(SERVER, 'src/scanner/rules'), join(OUT, RULES), { recursive: true });
await writeHelp(join(OUT, HELP));
