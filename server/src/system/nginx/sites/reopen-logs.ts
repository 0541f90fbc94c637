import { readdir, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '#system/process/exec';
import { childPids, signalPid } from '#system/process/pid-file';
import type { Instance } from '../instance';
import { nginxPid } from '../reload';

/** How long the processes may take to close an old log, ms. */
const REOPEN_MS = 10_000;
/**
 * Delay before asking again a process that could not open its new log because its owner was being changed,
 * ms.
 */
const ASK_AGAIN_MS = 1000;
const POLL_MS = 10;

const identityOf = async (file: string): Promise<string | undefined> => {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
};

/** Lists the open files of a process under its own uid: root in a container often may not (no CAP_SYS_PTRACE). */
async function openFilesAsOwner(pid: number): Promise<readonly string[]> {
  const identity = await stat(`/proc/${pid}`).catch(() => undefined);
  if (!identity) return [];
  const args = ['-L', `/proc/${pid}/fd`, '-maxdepth', '1', '-printf', '%D:%i\\n'];
  return (await run({ file: 'find', args }, { identity })).stdout.split('\n');
}

async function openFiles(pid: number): Promise<ReadonlySet<string | undefined>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const seen = await Promise.all(names.map((name) => identityOf(`${folder}/${name}`)));
  return new Set(seen.some((one) => one !== undefined) ? seen : await openFilesAsOwner(pid));
}

/** Whether the running instance has any of these files open: its master and all workers, retiring ones too. */
export async function hasOpen(instance: Instance, files: readonly string[]): Promise<boolean> {
  const wanted = (await Promise.all(files.map(identityOf))).filter((one) => one !== undefined);
  const pid = await nginxPid(instance);
  if (pid === undefined || wanted.length === 0) return false;
  for (const process of [pid, ...(await childPids(pid))]) {
    const open = await openFiles(process);
    if (wanted.some((file) => open.has(file))) return true;
  }
  return false;
}

/**
 * Makes a running master reopen its logs by name, until no process of it writes to `left`. False if one still does
 * at the deadline. The master gives every log to the workers’ user: the caller restores the owner.
 */
export async function reopenLogs(instance: Instance, left: readonly string[]): Promise<boolean> {
  const deadline = Date.now() + REOPEN_MS;
  while (Date.now() < deadline) {
    const pid = await nginxPid(instance);
    if (pid === undefined || !signalPid(pid, 'SIGUSR1')) return true;
    const askAgain = Date.now() + ASK_AGAIN_MS;
    do {
      if (!(await hasOpen(instance, left))) return true;
      await sleep(POLL_MS);
    } while (Date.now() < askAgain);
  }
  return false;
}
