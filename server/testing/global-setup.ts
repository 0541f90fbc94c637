import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCages } from '#system/cage/find-cages';
import { findShares } from '#system/cage/shares/find-shares';
import { removeAllGroups } from '#system/cage/shares/groups';
import { start } from '#system/process/exec';
import { apiIdentity, isolationHere, postgresIdentity } from '#system/process/identity';
import { initPostgres, postgresCommand, postgresUrl, waitForPostgres } from '#system/postgres/postgres';
import { makeTemplate } from './state';
import { reachablePrograms } from './seed-product';
import { setTestPostgres } from './test-postgres';

/** Settings for a server of one run: its data need not survive a crash of the machine. */
const IN_A_HURRY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts one private PostgreSQL for the test run; each test file creates its own databases in it. */
export default async function startTestPostgres(): Promise<void> {
  const isolation = isolationHere();
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-test-'));
  await chmod(scratch, 0o755);
  const socketFolder = join(scratch, 's');
  await mkdir(socketFolder, { mode: 0o770 });
  const identity = isolation.is === 'separate' ? { identity: postgresIdentity(isolation) } : {};
  if (identity.identity) await chown(socketFolder, identity.identity.uid, apiIdentity(isolation).gid);
  const plan = {
    programs: await reachablePrograms(scratch),
    data: join(scratch, 'pg'),
    socketFolder,
    password: randomBytes(16).toString('hex'),
    ...identity,
  };
  await initPostgres(plan);
  const { file, args } = postgresCommand(plan);
  const settings = IN_A_HURRY.flatMap((setting) => ['-c', setting]);
  const server = start({ file, args: [...args, ...settings] }, { ...identity, stdio: 'ignore' });
  const url = postgresUrl(plan, 'postgres');
  await waitForPostgres(url);
  await makeTemplate(url);
  process.env['SITEDECK_TEST_POSTGRES'] = url;
  process.env['SITEDECK_TEST_SCRATCH'] = scratch;
  const cages = await findCages(isolation);
  const shares = await findShares({ cages, name: `sitedeck-test-${process.pid}` });
  if (shares.is === 'on') await removeAllGroups(shares.groups);
  process.env['SITEDECK_TEST_CAGES'] = cages.is;
  process.env['SITEDECK_TEST_SHARES'] = shares.is;
  setTestPostgres({ scratch, server });
}
