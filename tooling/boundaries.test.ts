import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');

/** A wrong import for every rule: file → what it imports → the rule that must refuse it. */
const WRONG: readonly (readonly [file: string, imported: string, rule: string])[] = [
  ['shared/contract/src/up.ts', '../../sdk/src/sdk', 'contract-knows-nobody'],
  ['shared/sdk/src/up.ts', '../../ui/src/ui', 'sdk-knows-contract-only'],
  ['shared/sdk/src/draws.ts', 'antd', 'sdk-is-headless'],
  ['shared/ui/src/up.ts', '../../../shell/src/shell', 'ui-knows-no-page'],
  ['shell/src/across.ts', '../../remotes/files/src/files', 'shell-reads-manifests'],
  ['remotes/files/src/up.ts', '../../../shell/src/shell', 'remote-stands-alone'],
  ['remotes/files/src/across.ts', '../../backup/src/backup', 'remotes-are-strangers'],
  ['tooling/cli/src/across.ts', '../../../server/src/state/state', 'cli-knows-contract-only'],
  ['tooling/cli/src/out.ts', '../../webpack/webpack', 'cli-knows-contract-only'],
  ['server/src/across.ts', '../../shared/sdk/src/sdk', 'server-knows-contract-only'],
  ['server/src/features/task/across.ts', '../files/files', 'features-are-strangers'],
  ['server/src/features/task/up.ts', '../../http/http', 'features-below-http'],
  ['server/src/sites/up.ts', '../queue/queue', 'sites-below-features'],
  ['server/src/queue/up.ts', '../features/files/files', 'queue-knows-no-feature'],
  ['server/src/state/up.ts', '../sites/sites', 'state-is-the-floor'],
  ['server/src/system/up.ts', '../sites/sites', 'system-knows-no-room'],
  ['server/src/sites/starts.ts', 'node:child_process', 'one-door-to-programs'],
  ['server/src/sites/nowhere.ts', './not-there', 'no-unresolved'],
  ['shell/src/undeclared.ts', 'axios', 'no-undeclared'],
];

/** Imports that the rules must let pass. */
const RIGHT: readonly (readonly [file: string, imported: string])[] = [
  ['shared/sdk/src/sdk.ts', '../../contract/src/contract'],
  ['shared/ui/src/ui.ts', '../../sdk/src/sdk'],
  ['shell/src/shell.ts', '../../shared/ui/src/ui'],
  ['remotes/files/src/files.ts', '../../../shared/ui/src/ui'],
  ['remotes/backup/src/backup.ts', '../../../shared/sdk/src/sdk'],
  ['server/src/http/http.ts', '../features/files/files'],
  ['server/src/features/files/files.ts', '../../queue/queue'],
  ['server/src/queue/queue.ts', '../sites/sites'],
  ['server/src/sites/sites.ts', '../state/state'],
  ['server/src/system/exec.ts', 'node:child_process'],
  ['tooling/webpack/webpack.ts', '../cli/src/cli'],
  ['tooling/cli/src/cli.ts', '../../../shared/contract/src/contract'],
];

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

let root: string;
let violations: readonly string[];

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

function cruise(): Report {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const rooms = ['shell', 'remotes', 'shared', 'server', 'tooling'];
  const args = [program, ...rooms, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  return JSON.parse(stdout) as Report;
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(ROOT, name), join(root, name));
  write('package.json', '{ "name": "scratch" }');
  for (const name of ['antd', 'axios']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  write('shared/contract/src/contract.ts', 'export const value = 1;');
  write('server/src/state/state.ts', 'export const value = 1;');
  for (const [file, imported] of [...RIGHT, ...WRONG])
    write(file, `import * as x from '${imported}';\nexport const value = x;`);
  write('server/src/sites/one.ts', "import * as two from './two';\nexport const one = () => two;");
  write('server/src/sites/two.ts', "import * as one from './one';\nexport const two = () => one;");
  violations = cruise().summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(WRONG)('%s may not import %s', (file, _imported, rule) => {
  expect(violations).toContain(`${file}: ${rule}`);
});

it('refuses a cycle', () => {
  expect(violations).toContain('server/src/sites/one.ts: no-cycle');
});

it.each(RIGHT)('%s may import %s', (file) => {
  expect(violations.filter((violation) => violation.startsWith(`${file}:`))).toEqual([]);
});
