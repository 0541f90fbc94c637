import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { judgeSizes, type Budget } from './size-budget';

let root: string;
function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
/** Bytes that do not compress. */
const noise = (bytes: number) => randomBytes(bytes);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sizes-'));
  write('shell/dist/login.html', '<script defer src="/assets/signin.1.js"></script>');
  write('shell/dist/assets/signin.1.js', noise(1000));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const page = (limit: number, also: string[] = []): Budget => ({
  name: 'sign-in',
  page: 'shell/dist/login.html',
  also,
  brotli: limit,
  gzip: limit,
});
const verdicts = (budget: Budget) => judgeSizes(root, budget).map(({ is }) => is);

it('counts the page and the scripts it names', () => {
  const [verdict] = judgeSizes(root, page(2000));
  expect(verdict).toMatchObject({ is: 'within' });
  expect(verdict && 'size' in verdict && verdict.size.brotli).toBeGreaterThan(1000);
});

it('allows a tenth above the budget and no more', () => {
  expect(verdicts(page(1000))).toEqual(['within']);
  write('shell/dist/assets/signin.1.js', noise(1200));
  expect(verdicts(page(1000))).toEqual(['over']);
});

it('counts the scripts that these load, and each script once', () => {
  write('shell/dist/assets/prove.2.js', noise(1000));
  expect(verdicts(page(1000, ['shell/dist/assets/prove.*.js']))).toEqual(['over']);
  expect(verdicts(page(1000, ['shell/dist/assets/signin.*.js']))).toEqual(['within']);
});

it('fails on a page or script that is not built', () => {
  rmSync(join(root, 'shell/dist/assets/signin.1.js'));
  expect(verdicts(page(1000))).toEqual(['missing']);
  rmSync(join(root, 'shell/dist/login.html'));
  expect(verdicts(page(1000))).toEqual(['missing']);
});

it('checks every remote separately', () => {
  const each: Budget = {
    name: 'remoteEntry',
    each: 'remotes/*/dist/remoteEntry.*.js',
    brotli: 500,
    gzip: 500,
  };
  expect(verdicts(each)).toEqual(['missing']);
  write('remotes/files/dist/remoteEntry.1.js', noise(400));
  write('remotes/backup/dist/remoteEntry.2.js', noise(600));
  write('remotes/backup/dist/remoteEntry.2.js.br', noise(5));
  expect(verdicts(each)).toEqual(['over', 'within']);
});
