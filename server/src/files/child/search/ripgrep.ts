import { BASE_ENV, findProgram, run } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import { FIRST_GIVEN, unnamedFile } from '../bytes/unnamed-file';
import type { VerbContext } from '../verb';
import { toolPattern, type TextWish } from './pattern';
import { replacementOf } from './replacement';
import type { Span } from './text-lines';

/** A tool that appears is found after this time, ms. */
const LOOK_AGAIN_MS = 60_000;
/** One run of the tool takes no longer, ms. */
const RUN_MS = 120_000;
/** What is kept of an answer, bytes. */
const ANSWER_BYTES = 64 * 1024 * 1024;
const THREADS = '2';

let known: { readonly file: string | undefined; readonly at: number } | undefined;

/** The tool's path, where it is installed. */
export async function ripgrep(): Promise<string | undefined> {
  if (known?.file === undefined && Date.now() - (known?.at ?? 0) > LOOK_AGAIN_MS)
    known = { file: await findProgram('rg'), at: Date.now() };
  return known?.file;
}

async function needed(): Promise<string> {
  const file = await ripgrep();
  if (file === undefined) throw new Refusal('tool-missing', { values: { package: 'ripgrep' } });
  return file;
}

/** What an expression may become, bytes. */
const COMPILED = ['--regex-size-limit=8M', '--dfa-size-limit=16M'] as const;
const COMMON = ['--no-messages', '--color=never', '--text', '--threads', THREADS, ...COMPILED] as const;
const caseOf = ({ matchCase }: Pick<TextWish, 'matchCase'>) =>
  matchCase ? '--case-sensitive' : '--ignore-case';

/** Where the tool shows the pattern the reason stands below it, else its first line is the reason. */
function complaint(stderr: string): Refusal {
  const lines = stderr.trim().split('\n');
  const why = lines.find((line) => line.startsWith('error: '))?.slice('error: '.length) ?? lines[0] ?? '';
  return new Refusal('bad-pattern', { field: 'text', values: { why: why.slice(0, 200) } });
}

/**
 * Refuses a regular expression that ripgrep rejects, with ripgrep's message. Every tenant can read arguments, and the
 * pattern may be a password: here and below, patterns are passed by descriptor.
 */
export async function checkExpression(wish: TextWish, signal: AbortSignal): Promise<void> {
  const args = ['--no-config', ...COMPILED, caseOf(wish), '--file=-', '--', '/dev/null'];
  const stdin = `${toolPattern(wish)}\n`;
  const { code, stderr } = await run({ file: await needed(), args }, { stdin, signal, timeoutMs: RUN_MS });
  signal.throwIfAborted();
  if (code === 2) throw complaint(stderr);
}

/** Of texts that are not in UTF-8, by the tool's own names; the commonest first. */
export const OLDER_ENCODINGS = ['gbk', 'big5', 'shift_jis', 'latin1'] as const;
export type OlderEncoding = (typeof OLDER_ENCODINGS)[number];

export interface Sieve {
  readonly pattern: string;
  readonly matchCase: boolean;
  /** How the tool reads the files; its own guess where absent. */
  readonly encoding?: OlderEncoding;
}

export interface SiftWish {
  readonly cwd: string;
  /** Relative to `cwd`. */
  readonly paths: readonly string[];
  readonly context: VerbContext;
}

/** ripgrep's configuration file has one argument per line, and ripgrep trims white space around it. */
const fitsLine = (path: string): boolean => !/[\r\n]|\s$/u.test(path);

/**
 * Lists the files that may contain the pattern. A file may have been swapped since it was listed, so the caller opens
 * each again in its own safe way. A path that can't be passed to ripgrep counts as a match.
 */
export async function sift(
  sieve: Sieve,
  { cwd, paths, context: { disk, signal } }: SiftWish,
): Promise<readonly string[]> {
  const encoding = sieve.encoding === undefined ? [] : ['--encoding', sieve.encoding];
  const args = [
    ...COMMON,
    ...encoding,
    '--files-with-matches',
    '--null',
    // What is searched in the end has no carriage returns.
    '--crlf',
    caseOf(sieve),
    '--file=-',
  ];
  const [handed, others] = [paths.filter(fitsLine), paths.filter((path) => !fitsLine(path))];
  if (handed.length === 0) return others;
  using list = unnamedFile(disk, handed.map((path) => `./${path}\n`).join(''));
  const { stdout } = await run(
    { file: await needed(), args },
    {
      cwd,
      env: { ...BASE_ENV, RIPGREP_CONFIG_PATH: FIRST_GIVEN },
      descriptors: [list.fd],
      stdin: `${sieve.pattern}\n`,
      signal,
      timeoutMs: RUN_MS,
      outputLimit: ANSWER_BYTES,
    },
  );
  signal.throwIfAborted();
  const passed = stdout.split('\0').slice(0, -1);
  return [...passed.map((path) => path.slice('./'.length)), ...others];
}

/** A match, and what takes its place where a replacement was given. */
export interface Found extends Span {
  readonly replacement: string;
}

export interface AllFound {
  readonly found: readonly Found[];
  /** The answer was cut: there is more. */
  readonly cut: boolean;
}

interface Marks {
  readonly open: string;
  readonly middle: string;
  readonly close: string;
}

/** Characters that nobody has assigned a meaning to and the texts don't hold. */
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
  { replacement = '', ...wish }: TextWish & { readonly replacement?: string },
  { disk, signal }: VerbContext,
): Promise<AllFound> {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const marks = marksFor(whole);
  const own = replacementOf(replacement);
  const { open, middle, close } = marks;
  const shown = [0, ...own.groups].map((group) => `\${${group}}`).join(middle);
  const args = [
    '--no-config',
    ...COMMON,
    '--encoding=none',
    '--passthru',
    '--no-line-number',
    caseOf(wish),
    `--file=${FIRST_GIVEN}`,
    `--replace=${open}${shown}${middle}${close}`,
    '-',
  ];
  using pattern = unnamedFile(disk, `${toolPattern(wish)}\n`);
  const options = { stdin: whole, descriptors: [pattern.fd], signal, timeoutMs: RUN_MS };
  const { code, stdout, stderr } = await run(
    { file: await needed(), args },
    { ...options, outputLimit: ANSWER_BYTES },
  );
  signal.throwIfAborted();
  if (code === 2) throw complaint(stderr);
  return readMarks(stdout, whole, { ...marks, replacementFor: (groups) => own.of(groups) });
}

interface Reading extends Marks {
  /** The replacement of a match, computed from its groups. */
  readonly replacementFor: (groups: readonly string[]) => string;
}

function readMarks(marked: string, text: string, { open, middle, close, replacementFor }: Reading): AllFound {
  const found: Found[] = [];
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
