import type { Command } from '#system/process/exec';

/**
 * systemd's protocol for handing over listening sockets (sd_listen_fds(3)): descriptors from 3 on, their number in
 * LISTEN_FDS, and the pid they are meant for in LISTEN_PID. A program's pid is known only once it runs, and Node.js can't
 * exec another program, so a shell sets LISTEN_PID and then execs the program. The script is constant: file and
 * arguments are never part of it.
 */
const NAME_PID_THEN_RUN = 'export LISTEN_PID=$$; exec "$@"';

/** @param command a program that takes its listeners by that protocol */
export const withSocketActivation = ({ file, args }: Command): Command => ({
  file: '/bin/sh',
  args: ['-c', NAME_PID_THEN_RUN, 'sh', file, ...args],
});
