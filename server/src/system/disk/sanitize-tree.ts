import { run, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';

export interface TreeToSanitize {
  /** A folder that the owner can't reach yet. */
  readonly into: string;
  /** The owner of all entries; undefined if that is this process's own uid. */
  readonly owner: Identity | undefined;
  readonly signal: AbortSignal;
}

async function runOrThrow(command: Command, signal: AbortSignal): Promise<void> {
  const { code, stderr } = await run(command, { signal, timeoutMs: 60 * 60_000 });
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${command.file}: ${stderr.slice(0, 500)}`);
}

/** Removes device files, pipes, sockets and setuid bits from a tree, and gives everything to its owner. */
export async function sanitizeTree({ into, owner, signal }: TreeToSanitize): Promise<void> {
  const special = ['(', '-type', 'b', '-o', '-type', 'c', '-o', '-type', 'p', '-o', '-type', 's', ')'];
  await runOrThrow({ file: 'find', args: ['-P', into, ...special, '-delete'] }, signal);
  const setuid = ['!', '-type', 'l', '-perm', '/6000', '-exec', 'chmod', 'ug-s', '--', '{}', '+'];
  await runOrThrow({ file: 'find', args: ['-P', into, ...setuid] }, signal);
  if (!owner) return;
  const ownerAndGroup = `${owner.uid}:${owner.gid}`;
  await runOrThrow({ file: 'chown', args: ['-hR', '-P', ownerAndGroup, '--', into] }, signal);
}
