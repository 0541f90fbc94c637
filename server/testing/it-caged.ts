import { spawnSync } from 'node:child_process';

const isCaged = process.env['SITEDECK_TEST_CAGES'] === 'on';
/** A test for machines that permit cages, skipped elsewhere: the start of the product says so there. */
export const itCaged = isCaged ? it : it.skip;

/** A user that is not root, for tests that root starts. */
export const OTHER_USER = { uid: 65_534, gid: 65_534 } as const;

function permitsUserNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false;
  const { uid, gid } = OTHER_USER;
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const args = [...user, 'unshare', '--user', '--map-root-user', '--mount', 'true'];
  return spawnSync('setpriv', args, { cwd: '/' }).status === 0;
}

/** A test for machines that permit cages to other users than root. */
export const itCagedWithoutRoot = isCaged && permitsUserNamespaces() ? it : it.skip;
