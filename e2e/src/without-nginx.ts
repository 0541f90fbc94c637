import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'];

/** Covers every nginx of this machine with a file that can't be run, in a mount namespace that ends with the command. */
const COVER = `set -e
for file in ${NGINX.filter((file) => existsSync(file)).join(' ')}; do mount --bind /dev/null "$file"; done
exec "$@"`;

/** Runs the rest of its command line on a machine that has no nginx. */
export const withoutNginx = ['unshare', '--mount', 'sh', '-c', COVER, 'sh'] as const;

/** Needs root that may mount; a container's often may not. */
export const canHideNginx = (): boolean => {
  const [file, ...args] = withoutNginx;
  return spawnSync(file, [...args, 'true']).status === 0;
};
