import { z } from 'zod';
import { parseJsonLine } from './restic-output';
import type { Repository } from './repository';
import { runRestic } from './run-restic';

const Keys = z.array(z.object({ id: z.string(), current: z.boolean() }));

/** Makes another password valid, in addition to the one that opens the repository. */
export async function addKey(
  repository: Repository,
  { passwordFile, signal }: { readonly passwordFile: string; readonly signal: AbortSignal },
): Promise<void> {
  await runRestic(repository, { args: ['key', 'add', '--new-password-file', passwordFile], signal });
}

/** Removes every key but the one that opens the repository. */
export async function dropOtherKeys(repository: Repository, signal: AbortSignal): Promise<void> {
  const others: string[] = [];
  await runRestic(repository, {
    args: ['key', 'list', '--json'],
    signal,
    onLine: (line) => {
      for (const { id, current } of Keys.safeParse(parseJsonLine(line)).data ?? [])
        if (!current) others.push(id);
    },
  });
  for (const id of others) await runRestic(repository, { args: ['key', 'remove', id], signal });
}
