import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'];

/**
 * Covers every nginx of this machine with a file that can't be executed, in a mount namespace that ends with the
 * command.
 */
const COVER = `set -e
for file in ${NGINX.filter((file) => existsSync(file)).join(' ')}; do mount --bind /dev/null "$file"; done
exec "$@"`;

/** Command prefix that runs a program on a machine without nginx. */
export const withoutNginx = ['unshare', '--mount', 'sh', '-c', COVER, 'sh'] as const;

/** Mounting needs root, and many containers forbid it even then. */
export const canHideNginx = (): boolean => {
  const [file, ...args] = withoutNginx;
  return spawnSync(file, [...args, 'true']).status === 0;
};
