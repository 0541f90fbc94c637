import { findProgram, run } from '../../exec';
import { Refusal } from '../../refusal';
import { toolPattern, toolReplacement, type TextWish } from './pattern';
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
const COMMON = [
  '--no-config',
  '--no-messages',
  '--color=never',
  '--text',
  '--threads',
  THREADS,
  ...COMPILED,
] as const;
const caseOf = ({ matchCase }: Pick<TextWish, 'matchCase'>) =>
  matchCase ? '--case-sensitive' : '--ignore-case';

/** Where the tool shows the pattern the reason stands below it, else its first line is the reason. */
function complaint(stderr: string): Refusal {
  const lines = stderr.trim().split('\n');
  const why = lines.find((line) => line.startsWith('error: '))?.slice('error: '.length) ?? lines[0] ?? '';
  return new Refusal('bad-pattern', { field: 'text', values: { why: why.slice(0, 200) } });
}

/** Refuses a regular expression that the tool does not take, with its own words. */
export async function checkExpression(wish: TextWish, signal: AbortSignal): Promise<void> {
  const args = ['--no-config', ...COMPILED, caseOf(wish), '--regexp', toolPattern(wish), '-'];
  const { code, stderr } = await run({ file: await needed(), args }, { signal, timeoutMs: RUN_MS });
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

/**
 * Which of the files may hold the pattern, by their paths below `cwd`. What stands there now may be something else than
 * what was listed: whoever uses the answer opens the file by its own door and looks again.
 */
export async function sift(
  sieve: Sieve,
  {
    cwd,
    paths,
    signal,
  }: { readonly cwd: string; readonly paths: readonly string[]; readonly signal: AbortSignal },
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
    // Arguments are seen by everybody on the machine, and what is searched may be a password.
    '--file=-',
    '--',
    ...paths.map((path) => `./${path}`),
  ];
  const { stdout } = await run(
    { file: await needed(), args },
    { cwd, stdin: `${sieve.pattern}\n`, signal, timeoutMs: RUN_MS, outputLimit: ANSWER_BYTES },
  );
  signal.throwIfAborted();
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((path) => path.slice(2));
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

/** Characters that nobody has assigned a meaning to and the texts don't hold. */
function marksFor(text: string): readonly [string, string, string] {
  const marks: string[] = [];
  for (let code = 0x10fffd; marks.length < 3; code -= 1) {
    const mark = String.fromCodePoint(code);
    if (!text.includes(mark)) marks.push(mark);
  }
  const [open = '', middle = '', close = ''] = marks;
  return [open, middle, close];
}

/**
 * All matches in a text whose lines end in `\n`. The tool hands the text back with each match and its replacement
 * between marks, so that the same run tells where a match stands and what its groups make of the replacement.
 */
export async function findAll(
  text: string,
  wish: TextWish & { readonly replacement?: string },
  signal: AbortSignal,
): Promise<AllFound> {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const [open, middle, close] = marksFor(whole);
  const replacement = `${open}\${0}${middle}${toolReplacement(wish.replacement ?? '')}${close}`;
  const args = [
    ...COMMON,
    '--encoding=none',
    '--passthru',
    '--no-line-number',
    caseOf(wish),
    '--regexp',
    toolPattern(wish),
    `--replace=${replacement}`,
    '-',
  ];
  const options = { stdin: whole, signal, timeoutMs: RUN_MS, outputLimit: ANSWER_BYTES };
  const { code, stdout, stderr } = await run({ file: await needed(), args }, options);
  signal.throwIfAborted();
  if (code === 2) throw complaint(stderr);
  return readMarks(stdout, whole, { open, middle, close });
}

function readMarks(
  marked: string,
  text: string,
  { open, middle, close }: { readonly open: string; readonly middle: string; readonly close: string },
): AllFound {
  const found: Found[] = [];
  const [head = '', ...rest] = marked.split(open);
  let at = head.length;
  for (const piece of rest) {
    const [half, end] = [piece.indexOf(middle), piece.indexOf(close)];
    if (half === -1 || end === -1) return { found, cut: true };
    found.push({
      start: at,
      end: at + half,
      replacement: piece.slice(half + middle.length, end),
    });
    at += half + piece.length - end - close.length;
  }
  return { found, cut: at !== text.length };
}
