import { chmod, chown, mkdir, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isolationHere } from '#system/process/identity';
import { pathsOf } from '#system/settings/paths';
import { readSettings } from '#system/settings/settings';
import { findMariadb } from './engine';
import { mariadbPlan } from './plan';

it('follows no link that the engine has created', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-plan-'));
  await chmod(scratch, 0o755);
  try {
    const isolation = isolationHere();
    const engine = await findMariadb();
    if (!engine) throw new Error('MariaDB is not installed');
    const read = readSettings({ SITEDECK_DATA: scratch, MYSQL_BIND: '0.0.0.0' }, isolation);
    if (read.is !== 'ok') throw new Error(read.lines.join());
    const { settings } = read;
    const places = pathsOf(scratch, isolation);
    await mkdir(places.mariadb.tls, { recursive: true });
    const certificate = async () => {
      const made = await mariadbPlan({ engine, settings, places, isolation, password: 'x' });
      return made.certificate?.cert ?? '';
    };
    const cert = await certificate();
    const own = await stat(cert);
    const theirs = join(dirname(places.mariadb.tls), 'theirs.pem');
    await rename(cert, theirs);
    const { uid } = await stat(scratch);
    if (isolation.is === 'separate') {
      expect(own.uid).not.toBe(uid);
      await chown(theirs, uid, uid);
    }
    await symlink(theirs, cert);
    await certificate();
    expect((await stat(theirs)).uid).toBe(uid);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});
