import { once } from 'node:events';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Measures the scan for web shells: `tsx tooling/scan-quality.ts <shells> <clean> [rules of a peer]`. Both folders are
 * read only. Needs a build.
 */
const [shells, clean, peerRules] = process.argv.slice(2);
if (shells === undefined || clean === undefined) {
  console.error(
    'usage: tsx tooling/scan-quality.ts <folder of web shells> <folder of clean files> [YARA rules of a peer]',
  );
  process.exit(2);
}

const DIST = join(import.meta.dirname, '../server/dist');
const LARGEST = 4 * 1024 * 1024;
const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ '.php': 'PHP', '.phtml': 'PHP', '.inc': 'PHP', '.asp': 'ASP', '.jsp': 'JSP', '.jspx': 'JSP' },
  ...{ '.aspx': 'ASPX', '.ashx': 'ASPX', '.asmx': 'ASPX' },
};

interface Row {
  readonly path: string;
  readonly language: string;
  readonly half: 0 | 1;
  /** Severity, `clean` or why it is unknown. */
  outcome: string;
}

/** A family is a name without version and number; both halves hold complete families. */
function halfOf(path: string): 0 | 1 {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\d+|\.\w+$/g, '');
  let hash = 0;
  for (const one of name) hash = (hash * 31 + one.charCodeAt(0)) >>> 0;
  return hash % 2 === 0 ? 0 : 1;
}

const filesIn = (folder: string): Row[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const language = LANGUAGES[extname(entry.name).toLowerCase()];
    if (!entry.isFile() || language === undefined || statSync(path).size > LARGEST) return [];
    return [{ path, language, half: halfOf(path), outcome: '' }];
  });

interface Reply {
  readonly file: number;
  readonly verdict: {
    readonly is: string;
    readonly why?: string;
    readonly findings?: { readonly severity: string }[];
  };
}

const outcomeOf = ({ verdict }: Reply): string =>
  verdict.is === 'found'
    ? (verdict.findings?.[0]?.severity ?? '')
    : verdict.is === 'unknown'
      ? 'unknown'
      : 'clean';

/** Passes all files through one scanner; returns its processor seconds and the slowest file. */
async function judge(rows: readonly Row[]): Promise<{ seconds: number; slowest: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'quality-'));
  rows.forEach(({ path }, at) => symlinkSync(path, join(folder, String(at))));
  const child = spawn(process.execPath, ['--stack-size=3900', join(DIST, 'scanner.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let seconds = 0;
  let [slowest, most, last] = ['', 0, 0];
  const cpu = (): number => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  };
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  last = cpu();
  const start = last;
  for (const [file, row] of rows.entries()) {
    child.stdin.write(`${JSON.stringify({ file, name: row.path, size: statSync(row.path).size })}\n`);
    const answer = await lines.next();
    if (answer.done) throw new Error(`the scanner ended at ${row.path}`);
    row.outcome = outcomeOf(JSON.parse(answer.value) as Reply);
    const now = cpu();
    if (now - last > most)
      [most, slowest] = [now - last, `${row.path.split('/').pop()} ${(now - last).toFixed(2)} s`];
    last = now;
    seconds = now - start;
  }
  child.stdin.end();
  await once(child, 'close');
  rmSync(folder, { recursive: true });
  return { seconds, slowest };
}

/** Adds what our YARA rules find; they only matter for files that the analysis left clean. */
function peerMatches(rules: string, folder: string): ReadonlySet<string> | undefined {
  const { status, stdout } = spawnSync('yara', ['-r', '-w', rules, folder], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === null) return undefined;
  return new Set(stdout.split('\n').map((line) => line.slice(line.indexOf(' ') + 1)));
}

const percent = (part: number, all: number) => (all ? `${((100 * part) / all).toFixed(2)} %` : '–');
const isFound = ({ outcome }: Row) => outcome === 'high' || outcome === 'suspicious';

const bad = filesIn(shells);
const good = filesIn(clean);
const badRun = await judge(bad);
const goodRun = await judge(good);
const own = peerMatches(join(DIST, 'scan-rules/shells.yar'), shells);
const ownClean = peerMatches(join(DIST, 'scan-rules/shells.yar'), clean);
for (const row of bad) if (!isFound(row) && own?.has(row.path)) row.outcome = 'high';
for (const row of good) if (!isFound(row) && ownClean?.has(row.path)) row.outcome = 'high';
if (!own) console.log('YARA is not installed: the analysis alone is measured.');

const table: Record<string, string | number>[] = [];
for (const half of [0, 1] as const) {
  for (const language of ['PHP', 'ASP', 'ASPX', 'JSP']) {
    const rows = bad.filter((row) => row.half === half && row.language === language);
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
    table.push({
      half: half === 0 ? 'written on' : 'kept apart',
      ...{ language, files: rows.length, high: count('high'), suspicious: count('suspicious') },
      ...{ notice: count('notice'), unknown: count('unknown'), missed: count('clean') },
      found: percent(rows.filter(isFound).length, rows.length),
    });
  }
}
console.table(table);
const alarms = good.filter(isFound);
const unknown = good.filter((row) => row.outcome === 'unknown').length;
console.log(
  `clean: ${good.length} files, ${alarms.length} false alarms (${percent(alarms.length, good.length)}), ${unknown} unknown`,
);
console.log(`clean: ${Math.round(good.length / goodRun.seconds)} files/s a core, slowest ${goodRun.slowest}`);
console.log(`shells: ${Math.round(bad.length / badRun.seconds)} files/s a core, slowest ${badRun.slowest}`);
if (process.env['LIST'] !== undefined)
  for (const row of alarms) console.log(`alarm ${row.outcome} ${row.path}`);
if (process.env['LIST'] !== undefined)
  for (const row of bad) if (!isFound(row)) console.log(`missed ${row.outcome} ${row.path}`);

if (peerRules === undefined) console.log('peer: skipped, no rules were passed');
else {
  const [hits, falls] = [peerMatches(peerRules, shells), peerMatches(peerRules, clean)];
  if (!hits || !falls) console.log('peer: skipped, YARA is not installed');
  else
    console.log(
      `peer: ${percent(bad.filter(({ path }) => hits.has(path)).length, bad.length)} found, ${percent(good.filter(({ path }) => falls.has(path)).length, good.length)} false alarms`,
    );
}
