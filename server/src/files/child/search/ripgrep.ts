import { BASE_ENV, findProgram, run } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import { FIRST_PASSED_FILE, unnamedFile } from '../bytes/unnamed-file';
import type { VerbContext } from '../verb';
import { toolPattern, type TextQuery } from './pattern';
import { replacementOf } from './replacement';
import type { Span } from './text-lines';

/** A missing ripgrep is searched again after this time, ms. */
const RETRY_MS = 60_000;
/** Longest run of ripgrep, ms. */
const RUN_MS = 120_000;
/** Bytes of ripgrep's output that are kept. */
const ANSWER_BYTES = 64 * 1024 * 1024;
const THREADS = '2';

let known: { readonly file: string | undefined; readonly at: number } | undefined;

/** ripgrep's path, if it is installed. */
export async function ripgrep(): Promise<string | undefined> {
  if (known?.file === undefined && Date.now() - (known?.at ?? 0) > RETRY_MS)
    known = { file: await findProgram('rg'), at: Date.now() };
  return known?.file;
}

async function needed(): Promise<string> {
  const file = await ripgrep();
  if (file === undefined) throw new Refusal('tool-missing', { values: { package: 'ripgrep' } });
  return file;
}

/** Size limits of a compiled regular expression. */
const COMPILED = ['--regex-size-limit=8M', '--dfa-size-limit=16M'] as const;
const COMMON = ['--no-messages', '--color=never', '--text', '--threads', THREADS, ...COMPILED] as const;
const caseOf = ({ matchCase }: Pick<TextQuery, 'matchCase'>) =>
  matchCase ? '--case-sensitive' : '--ignore-case';

/** ripgrep's reason: the line with `error:`, or its first line. */
function complaint(stderr: string): Refusal {
  const lines = stderr.trim().split('\n');
  const why = lines.find((line) => line.startsWith('error: '))?.slice('error: '.length) ?? lines[0] ?? '';
  return new Refusal('bad-pattern', { field: 'text', values: { why: why.slice(0, 200) } });
}

/**
 * Refuses a regular expression that ripgrep rejects, with ripgrep's message. Every tenant can read arguments, and the
 * pattern may be a password: here and below, patterns are passed by descriptor.
 */
export async function checkExpression(query: TextQuery, signal: AbortSignal): Promise<void> {
  const args = ['--no-config', ...COMPILED, caseOf(query), '--file=-', '--', '/dev/null'];
  const stdin = `${toolPattern(query)}\n`;
  const { code, stderr } = await run({ file: await needed(), args }, { stdin, signal, timeoutMs: RUN_MS });
  signal.throwIfAborted();
  if (code === 2) throw complaint(stderr);
}

/** Encodings besides UTF-8, by ripgrep's names, the most common first. */
export const OLDER_ENCODINGS = ['gbk', 'big5', 'shift_jis', 'latin1'] as const;
export type OlderEncoding = (typeof OLDER_ENCODINGS)[number];

export interface Filter {
  readonly pattern: string;
  readonly matchCase: boolean;
  /** How ripgrep reads the files; absent: it guesses. */
  readonly encoding?: OlderEncoding;
}

export interface FilteredPaths {
  readonly cwd: string;
  /** Relative to `cwd`. */
  readonly paths: readonly string[];
  readonly context: VerbContext;
}

/** ripgrep's configuration file has one argument per line, and ripgrep trims white space around it. */
const fitsLine = (path: string): boolean => !/[\r\n]|\s$/u.test(path);

/**
 * Lists the files that may contain the pattern. A file may have been swapped since it was listed, so the
 * caller opens each again by its own safe way. A path that can't be passed to ripgrep counts as a match.
 */
export async function listCandidates(
  filter: Filter,
  { cwd, paths, context: { disk, signal } }: FilteredPaths,
): Promise<readonly string[]> {
  const encoding = filter.encoding === undefined ? [] : ['--encoding', filter.encoding];
  const args = [
    ...COMMON,
    ...encoding,
    '--files-with-matches',
    '--null',
    // The final search runs on text without carriage returns.
    '--crlf',
    caseOf(filter),
    '--file=-',
  ];
  const [handed, others] = [paths.filter(fitsLine), paths.filter((path) => !fitsLine(path))];
  if (handed.length === 0) return others;
  using list = unnamedFile(disk, handed.map((path) => `./${path}\n`).join(''));
  const { stdout } = await run(
    { file: await needed(), args },
    {
      cwd,
      env: { ...BASE_ENV, RIPGREP_CONFIG_PATH: FIRST_PASSED_FILE },
      descriptors: [list.fd],
      stdin: `${filter.pattern}\n`,
      signal,
      timeoutMs: RUN_MS,
      outputLimit: ANSWER_BYTES,
    },
  );
  signal.throwIfAborted();
  const passed = stdout.split('\0').slice(0, -1);
  return [...passed.map((path) => path.slice('./'.length)), ...others];
}

/** A match and its replacement, if one was given. */
export interface FoundSpan extends Span {
  readonly replacement: string;
}

export interface AllFound {
  readonly found: readonly FoundSpan[];
  /** ripgrep's output was cut: there are more matches. */
  readonly cut: boolean;
}

interface Marks {
  readonly open: string;
  readonly middle: string;
  readonly close: string;
}

/** Unassigned characters that the text does not contain. */
function marksFor(text: string): Marks {
  const marks: string[] = [];
  for (let code = 0x10fffd; marks.length < 3; code -= 1) {
    const mark = String.fromCodePoint(code);
    if (!text.includes(mark)) marks.push(mark);
  }
  const [open = '', middle = '', close = ''] = marks;
  return { open, middle, close };
}

/**
 * All matches in a text whose lines end in `\n`. Ripgrep returns the text with marks around each match and the groups
 * that the replacement needs, so that one run gives the position of each match and the content of its groups.
 */
export async function findAll(
  text: string,
  { replacement = '', ...query }: TextQuery & { readonly replacement?: string },
  { disk, signal }: VerbContext,
): Promise<AllFound> {
  const full = text.endsWith('\n') ? text : `${text}\n`;
  const marks = marksFor(full);
  const own = replacementOf(replacement);
  const { open, middle, close } = marks;
  const shown = [0, ...own.groups].map((group) => `\${${group}}`).join(middle);
  const args = [
    '--no-config',
    ...COMMON,
    '--encoding=none',
    '--passthru',
    '--no-line-number',
    caseOf(query),
    `--file=${FIRST_PASSED_FILE}`,
    `--replace=${open}${shown}${middle}${close}`,
    '-',
  ];
  using pattern = unnamedFile(disk, `${toolPattern(query)}\n`);
  const options = { stdin: full, descriptors: [pattern.fd], signal, timeoutMs: RUN_MS };
  const { code, stdout, stderr } = await run(
    { file: await needed(), args },
    { ...options, outputLimit: ANSWER_BYTES },
  );
  signal.throwIfAborted();
  if (code === 2) throw complaint(stderr);
  return readMarks(stdout, full, { ...marks, replacementFor: (groups) => own.of(groups) });
}

interface Reading extends Marks {
  /** The replacement of a match, computed from its groups. */
  readonly replacementFor: (groups: readonly string[]) => string;
}

function readMarks(marked: string, text: string, { open, middle, close, replacementFor }: Reading): AllFound {
  const found: FoundSpan[] = [];
  const [head = '', ...rest] = marked.split(open);
  let at = head.length;
  for (const piece of rest) {
    const end = piece.indexOf(close);
    if (end === -1) return { found, cut: true };
    const [match = '', ...groups] = piece.slice(0, end).split(middle).slice(0, -1);
    found.push({ start: at, end: at + match.length, replacement: replacementFor(groups) });
    at += match.length + piece.length - end - close.length;
  }
  return { found, cut: at !== text.length };
}
