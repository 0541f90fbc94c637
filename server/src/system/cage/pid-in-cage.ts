import { childPids } from '#system/process/pid-file';

/**
 * The pid, outside, of the program that `startCaged` started: the first child of the cage's first process. Undefined
 * while it starts and after it has ended.
 */
export async function pidInCage(outside: number): Promise<number | undefined> {
  const [first] = await childPids(outside);
  if (first === undefined) return undefined;
  const [program] = await childPids(first);
  return program;
}
