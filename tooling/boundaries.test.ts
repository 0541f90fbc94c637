import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');
const IMPORTS = '.dependency-cruiser.cjs';
const PROCESSES = '.dependency-cruiser-processes.cjs';
const ROOMS = ['shell', 'remotes', 'shared', 'server', 'tooling', 'e2e'];
const EXEC = 'server/src/system/process/exec.ts';

type Import = readonly [file: string, imported: string];
type WrongImport = readonly [file: string, imported: string, rule: string];

/** One forbidden import per rule: file → imported file → rule that refuses it. */
const WRONG: readonly WrongImport[] = [
  ['shared/contract/src/up.ts', '../../sdk/src/sdk', 'contract-imports-no-room'],
  ['shared/contract/src/out.ts', '../../../server/src/faults/fault', 'contract-imports-no-room'],
  ['shared/sdk/src/up.ts', '../../ui/src/ui', 'sdk-knows-contract-only'],
  ['shared/sdk/src/draws.ts', 'antd', 'sdk-is-headless'],
  ['shared/ui/src/up.ts', '../../../shell/src/shell', 'ui-knows-no-page'],
  ['shell/src/across.ts', '../../remotes/files/src/files', 'shell-reads-manifests'],
  ['remotes/files/src/up.ts', '../../../shell/src/shell', 'remote-stands-alone'],
  ['remotes/files/src/across.ts', '../../backup/src/backup', 'remotes-are-strangers'],
  ['tooling/cli/src/across.ts', '../../../server/src/state/state', 'cli-knows-contract-only'],
  ['tooling/cli/src/out.ts', '../../webpack/webpack', 'cli-knows-contract-only'],
  ['server/src/across.ts', '../../shared/sdk/src/sdk', 'server-knows-contract-only'],
  ['server/src/tool.ts', '../../tooling/webpack/webpack', 'server-knows-contract-only'],
  ['server/src/queue/supported.ts', '../../testing/support', 'production-knows-no-test'],
  ['shell/src/layout/supported.ts', '../testing/support', 'production-knows-no-test'],
  ['remotes/files/src/supported.ts', './testing/support', 'production-knows-no-test'],
  ['shared/ui/src/supported.ts', '../../sdk/src/testing/support', 'production-knows-no-test'],
  ['server/src/features/task/api/root.ts', '../../../api/api-core', 'no-composition-root'],
  ['server/src/files/link/root.ts', '../parent/main', 'no-composition-root'],
  ['server/src/features/task/across.ts', '../files/files', 'features-are-strangers'],
  ['server/src/features/task/up.ts', '../../api/http/http', 'features-below-http'],
  ['server/src/sites/up.ts', '../queue/queue', 'sites-below-features'],
  ['server/src/queue/up.ts', '../features/files/files', 'queue-knows-no-feature'],
  ['server/src/state/up.ts', '../sites/sites', 'state-is-the-floor'],
  ['server/src/faults/up.ts', '../sites/sites', 'faults-know-no-room'],
  ['server/src/system/up.ts', '../sites/sites', 'system-knows-no-room'],
  ['server/src/files/child/up.ts', '../../state/state', 'file-service-knows-no-room'],
  ['server/src/files/link/up.ts', '../parent/parent', 'file-service-knows-no-room'],
  ['server/src/sites/starts.ts', 'node:child_process', 'one-door-to-programs'],
  ['e2e/src/inside.ts', '../../server/src/state/state', 'e2e-drives-the-product'],
  ['e2e/src/remote.ts', '../../remotes/files/src/files', 'e2e-drives-the-product'],
  ['tooling/webpack/inside.ts', '../../server/src/state/state', 'tooling-outside-rooms'],
  ['tooling/bench/remote.ts', '../../remotes/files/src/files', 'tooling-outside-rooms'],
  ['tooling/webpack/starts.ts', '../../e2e/src/product', 'only-bench-starts-products'],
  ['shared/contract/src/reads.ts', 'node:fs', 'no-node-in-pages'],
  ['shared/sdk/src/reads.ts', 'node:fs', 'no-node-in-pages'],
  ['server/src/sites/nowhere.ts', './not-there', 'no-unresolved'],
  ['shell/src/undeclared.ts', 'axios', 'no-undeclared'],
];

/** Imports that the rules accept. */
const RIGHT: readonly Import[] = [
  ['shared/sdk/src/sdk.ts', '../../contract/src/contract'],
  ['shared/ui/src/ui.ts', '../../sdk/src/sdk'],
  ['shell/src/shell.ts', '../../shared/ui/src/ui'],
  ['remotes/files/src/files.ts', '../../../shared/ui/src/ui'],
  ['remotes/backup/src/backup.ts', '../../../shared/sdk/src/sdk'],
  ['server/src/api/api-core.ts', './http/http'],
  ['server/src/api/http/http.ts', '../../features/files/files'],
  ['server/src/features/files/files.ts', '../../queue/queue'],
  ['server/src/queue/queue.ts', '../sites/sites'],
  ['server/src/sites/sites.ts', '../state/state'],
  ['server/src/state/state.ts', '../faults/fault'],
  ['server/src/files/parent/parent.ts', '../../system/streams/streams'],
  ['server/src/queue/queue.test.ts', '../../testing/support'],
  ['server/testing/support.ts', '../src/state/state'],
  ['shell/src/testing/support.ts', '../../../shared/sdk/src/testing/support'],
  ['remotes/files/src/files.test.ts', './testing/support'],
  [EXEC, 'node:child_process'],
  ['tooling/webpack/webpack.ts', '../cli/src/cli'],
  ['tooling/cli/src/cli.ts', '../../../shared/contract/src/contract'],
  ['tooling/bench/bench.ts', '../../e2e/src/product'],
  ['e2e/src/product.ts', '../../server/testing/support'],
];

/** Entries of processes, each with a chain of imports that ends in a file its process must not reach. */
const REACHED: readonly (readonly [entry: string, chain: readonly string[], rule: string])[] = [
  ['api', ['server/src/links/a.ts', 'server/src/system/restic/a.ts', EXEC], 'api-starts-no-program'],
  ['api', ['server/src/links/b.ts', 'server/src/features/task/worker/b.ts'], 'api-runs-api-only'],
  ['api', ['server/src/links/c.ts', 'server/src/files/child/c.ts'], 'api-runs-api-only'],
  ['worker', ['server/src/sites/d.ts', 'server/src/features/task/api/d.ts'], 'worker-runs-worker-only'],
  ['files/child', ['server/src/files/link/e.ts', 'server/src/state/e.ts'], 'child-knows-no-row'],
  ['files/child', ['server/src/files/link/f.ts', 'server/src/api/http/f.ts'], 'child-knows-no-row'],
  ['files/parent', ['server/src/files/link/g.ts', 'server/src/files/child/g.ts'], 'parent-runs-no-child'],
  ['php', ['server/src/system/php/i.ts', 'server/src/state/i.ts'], 'php-knows-no-row'],
  ['mail', ['server/src/system/mail/j.ts', EXEC], 'mail-does-only-mail'],
  ['scanner', ['server/src/system/scan/k.ts', EXEC], 'scanner-only-judges'],
  ['worker', ['server/src/system/scan/l.ts', 'server/src/scanner/l.ts'], 'worker-runs-worker-only'],
  ['supervisor', ['server/src/links/h.ts', 'server/src/state/h.ts'], 'supervisor-knows-no-row'],
];

/** The worker's entry reaches this file only through an import of types, which runs nothing. */
const TYPES_ONLY = 'server/src/api/http/types-only.ts';

/** The two readers that may be used outside of the product, each with a file that it may not run. */
const LIFTABLE: readonly WrongImport[] = [
  ['server/src/system/nginx/snippet/reader.ts', '../conf', 'liftable-readers'],
  ['server/src/features/hostenv/api/htaccess/converter.ts', '../routes', 'liftable-readers'],
];

interface Report {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/** A small checkout with this repository's rules. */
class Tree {
  readonly root = mkdtempSync(join(tmpdir(), 'boundaries-'));

  constructor() {
    for (const name of [IMPORTS, PROCESSES, 'tsconfig.json', 'tsconfig.base.json'])
      cpSync(join(ROOT, name), join(this.root, name));
    this.write('package.json', '{ "name": "scratch" }');
    for (const room of ROOMS) this.write(`${room}/empty.ts`, 'export const empty = 1;');
  }

  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), content);
  }

  /** Writes a file that runs its imports. */
  writeImport([file, imported]: Import): void {
    this.write(file, `import * as x from '${imported}';\nexport const value = x;`);
  }

  /** Specifier by which another file of the tree imports this one. */
  path(file: string): string {
    return join(this.root, file).replace(/\.ts$/, '');
  }

  /** @returns `<file>: <rule>` and `<file> → <reached file>: <rule>` of each violation */
  violations(config: string, rooms: readonly string[]): readonly string[] {
    const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [program, ...rooms, '--config', config, '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: this.root,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    const { violations } = (JSON.parse(stdout) as Report).summary;
    return violations.flatMap(({ from, to, rule }) => [
      `${from}: ${rule.name}`,
      `${from} → ${to}: ${rule.name}`,
    ]);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Writes the entry of each process and the chain of files from it to the forbidden one. */
function writeProcesses(tree: Tree): void {
  const entries = new Map<string, string>();
  for (const [entry, chain] of REACHED) {
    for (const [index, file] of chain.entries()) {
      const next = chain[index + 1];
      if (next === undefined) tree.write(file, 'export const value = 1;');
      else tree.writeImport([file, tree.path(next)]);
    }
    const [first = ''] = chain;
    entries.set(entry, `${entries.get(entry) ?? ''}import '${tree.path(first)}';\n`);
  }
  tree.write(TYPES_ONLY, 'export interface Value { readonly value: number }');
  const typeImport = `import type { Value } from '${tree.path(TYPES_ONLY)}';\nexport const value: Value = { value: 1 };`;
  for (const [entry, imports] of entries)
    tree.write(`server/src/${entry}/main.ts`, entry === 'worker' ? imports + typeImport : imports);
}

const rulesOf = (config: string): readonly string[] => {
  const { forbidden } = createRequire(__filename)(join(ROOT, config)) as { forbidden: { name: string }[] };
  return forbidden.map(({ name }) => name);
};

let tree: Tree;
let processes: Tree;
let violations: readonly string[];
let ofProcesses: readonly string[];

beforeAll(() => {
  tree = new Tree();
  for (const name of ['antd', 'axios']) {
    tree.write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    );
    tree.write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  for (const file of [
    'shared/contract/src/contract.ts',
    'server/src/faults/fault.ts',
    'server/src/system/streams/streams.ts',
    'server/src/files/parent/main.ts',
    'shared/sdk/src/testing/support.ts',
    'remotes/files/src/testing/support.ts',
  ])
    tree.write(file, 'export const value = 1;');
  for (const [file, imported] of [...RIGHT, ...WRONG]) tree.writeImport([file, imported]);
  tree.write('server/src/sites/one.ts', "import * as two from './two';\nexport const one = () => two;");
  tree.write('server/src/sites/two.ts', "import * as one from './one';\nexport const two = () => one;");
  tree.write(
    'server/src/sites/type-one.ts',
    "import type { Two } from './type-two';\nexport type One = Two;",
  );
  tree.write(
    'server/src/sites/type-two.ts',
    "import type { One } from './type-one';\nexport type Two = One;",
  );
  tree.write(
    'server/src/sites/type-of-program.ts',
    "import type { ChildProcess } from 'node:child_process';\nexport type Program = ChildProcess;",
  );
  violations = tree.violations(IMPORTS, ROOMS);

  processes = new Tree();
  processes.write('server/src/system/nginx/conf.ts', 'export const value = 1;');
  processes.write('server/src/features/hostenv/api/routes.ts', 'export const value = 1;');
  for (const [file, imported] of LIFTABLE) processes.writeImport([file, imported]);
  writeProcesses(processes);
  ofProcesses = processes.violations(PROCESSES, ['server/src']);
});

afterAll(() => {
  tree.remove();
  processes.remove();
});

it.each(WRONG)('refuses that %s imports %s', (file, _imported, rule) => {
  expect(violations).toContain(`${file}: ${rule}`);
});

it('refuses a cycle, also of types only', () => {
  expect(violations).toContain('server/src/sites/one.ts: no-cycle');
  expect(violations).toContain('server/src/sites/type-one.ts: no-cycle');
});

it.each(RIGHT)('accepts that %s imports %s', (file) => {
  expect(violations.filter((violation) => violation.startsWith(`${file}:`))).toEqual([]);
});

it('accepts the type of a program that runs', () => {
  expect(violations).not.toContain('server/src/sites/type-of-program.ts: one-door-to-programs');
});

it.each(REACHED)('refuses that %s/main.ts reaches the end of %j', (entry, chain, rule) => {
  expect(ofProcesses).toContain(`server/src/${entry}/main.ts → ${chain.at(-1)}: ${rule}`);
});

it('accepts an entry that reaches a file by a type only', () => {
  expect(ofProcesses.filter((violation) => violation.includes(TYPES_ONLY))).toEqual([]);
});

it.each(LIFTABLE)('refuses that %s runs %s', (file, _imported, rule) => {
  expect(ofProcesses).toContain(`${file}: ${rule}`);
});

it('shows a violation of every rule', () => {
  const shown = [...WRONG, ...REACHED, ...LIFTABLE].map(([, , rule]) => rule);
  expect([...rulesOf(IMPORTS), ...rulesOf(PROCESSES)].filter((rule) => !shown.includes(rule))).toEqual([
    'no-cycle',
  ]);
});
