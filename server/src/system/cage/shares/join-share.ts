import type { Command } from '#system/process/exec';
import type { HostShare } from './shares';

/** Exit status of a program that could not join; it runs nothing of the host. */
export const NOT_JOINED = 125;

/** Joins the group of each file before `--`, then becomes the program after it. */
const JOIN = `until [ "$1" = -- ]; do echo $$ > "$1" || exit ${NOT_JOINED}; shift; done; shift; exec "$@"`;

/** A program that joins the groups of its host before it starts. It must be started as root. */
export const inShare = ({ joins }: HostShare, { file, args }: Command): Command => ({
  file: '/bin/sh',
  args: ['-c', JOIN, 'sh', ...joins, '--', file, ...args],
});
