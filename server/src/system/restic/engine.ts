import { findProgram, run } from '#system/process/exec';

/** The backup engine as found on this machine. */
export interface ResticEngine {
  readonly file: string;
  readonly version: string;
  /** Programs that make it give way to what serves visitors; empty where the machine has none. */
  readonly gently: readonly string[];
}

/** Under both, sites answer as if there were no backup; it still gets what nobody else wants. */
const NICE = ['nice', '-n', '15'] as const;
const IONICE = ['ionice', '-c', '2', '-n', '7'] as const;
/** Where memory runs out, the first to go: a foreign target may make it take any amount. */
const CHOOM = ['choom', '-n', '900', '--'] as const;

async function wrapped(words: readonly [string, ...string[]]): Promise<readonly string[]> {
  const [name, ...args] = words;
  const file = await findProgram(name);
  return file === undefined ? [] : [file, ...args];
}

/** Undefined where it is not installed. */
export async function findRestic(): Promise<ResticEngine | undefined> {
  const file = await findProgram('restic');
  if (file === undefined) return undefined;
  const { stdout } = await run({ file, args: ['version'] });
  const version = /^restic (\S+)/.exec(stdout)?.[1];
  if (version === undefined) return undefined;
  const words = await Promise.all([NICE, IONICE, CHOOM].map(wrapped));
  return { file, version, gently: words.flat() };
}
