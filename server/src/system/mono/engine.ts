import { findProgram, run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';

/** The Mono runtime of this machine. */
export interface MonoEngine {
  readonly file: string;
  /** FastCGI server for the applications of one site. */
  readonly server: string;
  /** Path of `prlimit`, which sets limits and then runs the program. */
  readonly prlimit: string;
  readonly version: string;
}

const SERVER = '/usr/lib/mono/4.5/fastcgi-mono-server4.exe';

/** Finds Mono with its FastCGI server; undefined if one of them is missing. */
export async function findMono(): Promise<MonoEngine | undefined> {
  const [file, prlimit] = await Promise.all([findProgram('mono'), findProgram('prlimit')]);
  if (file === undefined || prlimit === undefined || !(await pathExists(SERVER))) return undefined;
  const output = await run({ file, args: ['--version'] });
  const version = /compiler version (\d[\w.]*)/.exec(output.stdout)?.[1];
  return version === undefined ? undefined : { file, server: SERVER, prlimit, version };
}
