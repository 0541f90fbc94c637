import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ScanVerdict } from '@sitedeck/contract';
import type { Cages } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { pidInCage } from '#system/cage/pid-in-cage';
import { isolationHere } from '#system/process/identity';
import { bundleProgram } from '#testing/bundle-program';
import { itCaged } from '#testing/it-caged';
import { openScanner, type Scanner, type ScannerParts } from './open-scanner';

const RULES = resolve(__dirname, '../../scanner/rules/shells.yar');
const signal = new AbortController().signal;
let base: string;
let script: string;
let cages: Cages;
const open: Scanner[] = [];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'scan-'));
  await chmod(base, 0o755);
  [script, cages] = await Promise.all([
    bundleProgram('src/scanner/main.ts', base),
    findCages(isolationHere()),
  ]);
}, 60_000);

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => rm(base, { recursive: true, force: true }));

async function scanner(parts: Partial<ScannerParts> = {}): Promise<Scanner> {
  const folder = join(base, `batch-${open.length}`);
  const one = await openScanner({
    folder,
    script,
    rules: RULES,
    isolation: isolationHere(),
    cages,
    ...parts,
  });
  open.push(one);
  return one;
}

const file = (name: string, text: string | Buffer) => {
  const bytes = Buffer.from(text);
  return { name, bytes, size: bytes.length };
};
const SHELL = ['<?php', `$x = $_POST['x'];`, `$f = 'as' . 'sert';`, '$f($x);'].join('\n');
const HONEST = file('page.php', `<?php\necho htmlspecialchars($_GET['q']);\n`);
/** Takes the analysis more than a second, and is neither too deep nor too large for it. */
const SLOW = `<?php eval($a);\n${Array.from({ length: 90_000 }, (_, at) => `$a${at} = f(${at});`).join('\n')}`;
/** Waits for a state; a test that waits too long fails by its own time limit. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}
const outcome = (verdict: ScanVerdict | undefined) =>
  verdict?.is === 'found'
    ? verdict.findings[0]?.technique
    : verdict?.is === 'unknown'
      ? verdict.why
      : verdict?.is;

itCaged('judges files in a cage, whose uid could not read them on their own', async () => {
  const { scan, rules } = await scanner();
  const verdicts = await scan([file('a.php', SHELL), HONEST], signal);
  expect(rules).toBe('on');
  expect(verdicts[1]).toEqual({ is: 'clean' });
  expect(verdicts[0]).toMatchObject({
    is: 'found',
    findings: [{ severity: 'high', technique: 'one-line-shell', line: 4 }],
  });
});

itCaged('adds what the rules found to the analysis', async () => {
  const { scan } = await scanner();
  const title = ['<title>c99', 'shell</title>'].join('');
  const text = `<html>${title}<!-- passthru shell_exec safe_mode posix_getpwuid -->`;
  const [verdict] = await scan([file('old.html', `\n\n${text}`)], signal);
  expect(verdict).toMatchObject({
    is: 'found',
    findings: [{ rule: 'known-shell-title', technique: 'known-shell', line: 3 }],
  });
});

it('goes on without the rules where YARA is not installed, and says so', async () => {
  const { scan, rules } = await scanner({ yara: '/nowhere/yara' });
  expect(rules).toBe('missing');
  expect(outcome((await scan([file('a.php', SHELL)], signal))[0])).toBe('one-line-shell');
});

it('calls no file clean when the rules do not compile', async () => {
  const rules = join(base, 'broken.yar');
  await writeFile(rules, 'rule broken');
  const { scan } = await scanner({ rules });
  const verdicts = await scan([HONEST, file('a.php', SHELL)], signal);
  expect(verdicts.map(outcome)).toEqual(['crashed', 'one-line-shell']);
});

it('calls no file clean when YARA was killed', async () => {
  const yara = join(base, 'killed');
  await writeFile(yara, '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
  const { scan } = await scanner({ yara, cages: { is: 'off', why: 'missing' } });
  const verdicts = await scan([HONEST, file('a.php', SHELL)], signal);
  expect(verdicts.map(outcome)).toEqual(['crashed', 'one-line-shell']);
});

it('counts no time in which a busy machine gives the scanner no processor', async () => {
  const fileMs = 300;
  const one = await scanner({ fileMs });
  await one.scan([HONEST], signal);
  const { pid = 0 } = one;
  const program = (await pidInCage(pid)) ?? pid;
  process.kill(program, 'SIGSTOP');
  const scanned = one.scan([HONEST, file('a.php', SHELL)], signal);
  const begun = performance.now();
  await until(() => performance.now() - begun > 4 * fileMs);
  process.kill(program, 'SIGCONT');
  expect((await scanned).map(outcome)).toEqual(['clean', 'one-line-shell']);
});

it('reports a file that takes too long, and judges the others', async () => {
  const { scan } = await scanner({ fileMs: 300 });
  const verdicts = await scan([HONEST, file('slow.php', SLOW), file('a.php', SHELL)], signal);
  expect(verdicts.map(outcome)).toEqual(['clean', 'too-slow', 'one-line-shell']);
});

it('reports only the file during which the scanner was killed', async () => {
  const one = await scanner({ fileMs: 60_000 });
  await one.scan([HONEST], signal);
  const { pid = 0 } = one;
  const scan = one.scan([file('slow.php', SLOW), file('a.php', SHELL), HONEST], signal);
  await until(() => existsSync(join(base, 'batch-0', '2')));
  process.kill(-pid, 'SIGKILL');
  expect((await scan).map(outcome)).toEqual(['crashed', 'one-line-shell', 'clean']);
});

it('stops when its caller gives up', async () => {
  const { scan } = await scanner({ fileMs: 60_000 });
  const abort = new AbortController();
  const scanned = scan([file('slow.php', SLOW)], abort.signal);
  abort.abort(new Error('cancelled'));
  await expect(scanned).rejects.toThrow('cancelled');
});

it('says so when the scanner itself does not start', async () => {
  const { scan } = await scanner({ script: join(base, 'nothing.mjs') });
  await expect(scan([HONEST], signal)).rejects.toThrow('does not start');
});

it('reports a file of which it got only a part', async () => {
  const { scan } = await scanner();
  const [verdict] = await scan([{ name: 'big.php', bytes: Buffer.from('<?php echo 1;'), size: 1e9 }], signal);
  expect(outcome(verdict)).toBe('too-large');
});
