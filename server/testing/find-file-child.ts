import { commandLine } from '#system/process/pid-file';
import { findProcesses } from './find-processes';

/** The file process of a host: not the two processes of its cage, which have its command line at their ends. */
export async function findFileChildren(root: string): Promise<readonly number[]> {
  const pids = await findProcesses(root);
  const lines = await Promise.all(pids.map(commandLine));
  return pids.filter((_, index) => lines[index]?.startsWith(process.execPath));
}

/** Throws if none runs. */
export async function fileChildPid(root: string): Promise<number> {
  const [pid] = await findFileChildren(root);
  if (pid === undefined) throw new Error('no child runs');
  return pid;
}
