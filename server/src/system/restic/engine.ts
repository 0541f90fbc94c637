import { findProgram, run } from '#system/process/exec';

/** The restic installed on this machine. */
export interface ResticEngine {
  readonly file: string;
  readonly version: string;
  /** Command prefix that lowers restic's priority, so that it does not slow down sites; empty if the tools are missing. */
  readonly lowPriority: readonly string[];
}

/** With both, sites answer as if no backup ran; restic gets only idle CPU and disk time. */
const NICE = ['nice', '-n', '15'] as const;
const IONICE = ['ionice', '-c', '2', '-n', '7'] as const;
/** restic is killed first when memory runs out: a foreign target can make it allocate any amount. */
const CHOOM = ['choom', '-n', '900', '--'] as const;

async function findPrefix(command: readonly [string, ...string[]]): Promise<readonly string[]> {
  const [name, ...args] = command;
  const file = await findProgram(name);
  return file === undefined ? [] : [file, ...args];
}

/** Finds restic; undefined if it is not installed. */
export async function findRestic(): Promise<ResticEngine | undefined> {
  const file = await findProgram('restic');
  if (file === undefined) return undefined;
  const { stdout } = await run({ file, args: ['version'] });
  const version = /^restic (\S+)/.exec(stdout)?.[1];
  if (version === undefined) return undefined;
  const prefixes = await Promise.all([NICE, IONICE, CHOOM].map(findPrefix));
  return { file, version, lowPriority: prefixes.flat() };
}
