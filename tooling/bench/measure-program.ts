import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { endingWithBench } from './ends-with-bench';
import { medianOf, type Pairs } from './pairs';
import { TICKS_PER_SECOND } from './processes';
import type { Row } from './table';

/** CPU and wall time of a job. */
export interface SpentTime {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** User and system seconds of the programs that this process has started and waited for. */
function cpuSecondsOfEnded(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** A program that a user would run by hand. */
export interface HandRunProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function measureProgram({ file, args, cwd, env }: HandRunProgram): Promise<SpentTime> {
  const before = cpuSecondsOfEnded();
  const since = performance.now();
  const child = spawn(...endingWithBench(file, args), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  const wallSeconds = (performance.now() - since) / 1000;
  return { cpuSeconds: cpuSecondsOfEnded() - before, wallSeconds };
}

/** Measures programs in a pipe, as typed in a shell. @param args values of `$1` and the following in the script */
export const measurePipe = (script: string, args: readonly string[] = []): Promise<SpentTime> =>
  measureProgram({ file: 'bash', args: ['-euo', 'pipefail', '-c', script, 'bash', ...args] });

/** Two rows, CPU and wall time, that compare our job with its peer. A row without a limit is always met. */
export function timeRows(
  job: string,
  { peer, own }: Pairs<SpentTime>,
  of: { readonly name: string; readonly cpu?: number; readonly wall?: number },
): readonly Row[] {
  const row = (figure: (spent: SpentTime) => number, what: string, most: number | undefined): Row => {
    const [theirs, ours] = [medianOf(peer, figure), medianOf(own, figure)];
    const limit = most === undefined ? 'none' : `≤ ${most}x`;
    return {
      job: `${job}: ${what}`,
      unit: 's',
      peer: { name: of.name, value: theirs },
      own: ours,
      limit,
      met: most === undefined || ours <= most * theirs,
    };
  };
  return [
    row(({ cpuSeconds }) => cpuSeconds, 'CPU', of.cpu),
    row(({ wallSeconds }) => wallSeconds, 'wall', of.wall),
  ];
}
