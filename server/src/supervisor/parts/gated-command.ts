import { access, constants } from 'node:fs/promises';
import type { Command } from '#system/process/exec';

/** The line that lets a gated command become its program. */
export const GO_LINE = 'go\n';

/**
 * A shell that waits for `GO_LINE` on standard input and then becomes the program; it ends if the input ends first. The
 * supervisor writes `GO_LINE` after it has recorded the pid, so a supervisor that is killed before leaves no program that
 * the next start can't find. The scripts are constant: file and arguments are never part of them.
 * @param readsInput whether the program reads the rest of the input; otherwise it gets an empty one
 */
export const gatedCommand = ({ file, args }: Command, readsInput: boolean): Command => ({
  file: '/bin/sh',
  args: ['-c', `read -r go && exec "$0" "$@"${readsInput ? '' : ' </dev/null'}`, file, ...args],
});

/** Rejects with the system's error if the program can't be executed: the shell would only report a status. */
export async function checkProgram({ file }: Command): Promise<void> {
  if (file.startsWith('/')) await access(file, constants.X_OK);
}
