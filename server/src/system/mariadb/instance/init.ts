import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import { quoteText } from '../names';
import { ADMIN, commonOptions, temporaryFolder, type MariadbPlan } from './instance';

function failed(what: string, output: string): never {
  throw new Error(`${what}: ${output.trim().split('\n').slice(-3).join(' ')}`);
}

async function install({ engine, identity, signal }: MariadbPlan, data: string): Promise<void> {
  const args = [
    ...commonOptions({ data }),
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ];
  const options = { ...(identity && { identity }), ...(signal && { signal }), timeoutMs: 300_000 };
  const made = await run({ file: engine.installer, args }, options);
  signal?.throwIfAborted();
  if (made.code !== 0) failed('mariadb-install-db', made.stderr || made.stdout);
}

/** Creates the administrator and removes every other account. */
async function createAdmin({ engine, identity, password, signal }: MariadbPlan, data: string): Promise<void> {
  const admin = `'${ADMIN}'@'localhost'`;
  const stdin = [
    'FLUSH PRIVILEGES',
    `CREATE USER ${admin} IDENTIFIED BY ${quoteText(password)}`,
    `GRANT ALL PRIVILEGES ON *.* TO ${admin} WITH GRANT OPTION`,
    `DELETE FROM mysql.global_priv WHERE NOT (User = '${ADMIN}' AND Host = 'localhost') AND User <> 'mariadb.sys'`,
    '',
  ].join(';\n');
  const args = [...commonOptions({ data }), '--bootstrap', '--skip-networking', '--log-warnings=0'];
  const options = { ...(identity && { identity }), ...(signal && { signal }), stdin, timeoutMs: 120_000 };
  const made = await run({ file: engine.server, args }, options);
  signal?.throwIfAborted();
  if (made.code !== 0 || /ERROR/.test(made.stderr)) failed('mariadbd --bootstrap', made.stderr);
}

const READY = 'sitedeck.ready';

/** Creates the data directory if it is missing. Removes an incomplete one first. */
export async function initMariadb(plan: MariadbPlan): Promise<void> {
  if (await pathExists(join(plan.data, READY))) return;
  const scratch = `${plan.data}.new`;
  await rm(scratch, { recursive: true, force: true });
  const folders = [scratch, temporaryFolder(scratch), join(scratch, '.files')];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
  // Hand over the outer folder last: until then no other user can enter it.
  for (const folder of folders.toReversed())
    if (plan.identity) await chown(folder, plan.identity.uid, plan.identity.gid);
  await install(plan, scratch);
  await createAdmin(plan, scratch);
  await writeFile(join(scratch, READY), `${plan.engine.version}\n`, { mode: 0o600 });
  await rm(plan.data, { recursive: true, force: true });
  await rename(scratch, plan.data);
}
