import { once } from 'node:events';
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, start } from '#system/process/exec';
import { isolationHere, postgresIdentity } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import {
  embeddedPrograms,
  ensureDatabase,
  initPostgres,
  postgresCommand,
  postgresUrl,
  waitForPostgres,
  type PostgresPlan,
} from '#system/postgres/postgres';
import { pathsOf } from '#system/settings/paths';
import { seedMariadb } from './mariadb';

/** The same for all tests: it is in the template, and protects only test data. */
const PASSWORD = 'of-the-tests';

/**
 * PostgreSQL's programs, copied to a folder where the test's identity can execute them even if the checkout
 * is private.
 */
export async function reachablePrograms(scratch: string): Promise<string> {
  const programs = await embeddedPrograms(__filename);
  if (programs === undefined) throw new Error('The embedded PostgreSQL package is not installed');
  const copy = join(scratch, 'postgres');
  await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** Its data survive a killed server, and need not survive a crash of the machine. */
const IN_A_HURRY = '\nfsync = off\nfull_page_writes = off\n';

/** Creates the product's database as a first start does, so that each product of a test need not. */
async function prepareDatabase(plan: PostgresPlan): Promise<void> {
  await appendFile(join(plan.data, 'postgresql.conf'), IN_A_HURRY);
  const { identity } = plan;
  const server = start(postgresCommand(plan), { stdio: 'ignore', ...(identity && { identity }) });
  const gone = once(server, 'exit');
  try {
    await waitForPostgres(postgresUrl(plan, 'postgres'));
    await ensureDatabase(plan);
    // Loaded by the first caller alone, since loading all migrations takes longer than copying the template.
    const [{ openDb }, { migrate }] = await Promise.all([import('#state/db'), import('#state/migrate')]);
    const db = openDb(postgresUrl(plan), { max: 1 });
    await migrate(db);
    await db.destroy();
  } finally {
    server.kill('SIGINT');
    await gone;
  }
}

/** A template is created by the first caller; all others wait for it, and copy it. */
async function templateOf(template: string, make: (own: string) => Promise<string>): Promise<string> {
  const lock = `${template}.lock`;
  while (!(await pathExists(template))) {
    if (!(await isFirstToMake(lock))) {
      await sleep(50);
      continue;
    }
    try {
      await createTemplate(template, make);
    } finally {
      await rmdir(lock);
    }
  }
  return template;
}

const isFirstToMake = (lock: string): Promise<boolean> =>
  mkdir(lock).then(
    () => true,
    () => false,
  );

async function createTemplate(template: string, make: (own: string) => Promise<string>): Promise<void> {
  // Another jest worker may have created it just before this one had the lock.
  if (await pathExists(template)) return;
  const own = await mkdtemp(`${template}-`);
  await chmod(own, 0o755);
  await rename(await make(own), template);
  await rm(own, { recursive: true, force: true });
}

/** A cluster with the product's database, which no product has used. */
const clusterOf = (scratch: string, identity: Pick<PostgresPlan, 'identity'>) =>
  templateOf(join(scratch, 'postgres-template'), async (own) => {
    const programs = await reachablePrograms(own);
    const socketFolder = join(own, 's');
    await mkdir(socketFolder);
    if (identity.identity) await chown(socketFolder, identity.identity.uid, identity.identity.gid);
    const plan = { programs, data: join(own, 'pg'), socketFolder, password: PASSWORD, ...identity };
    await initPostgres(plan);
    await prepareDatabase(plan);
    return plan.data;
  });

/** A folder with the built product as a start copies it. */
const bundlesOf = (scratch: string) =>
  templateOf(join(scratch, 'bundles-template'), async (own) => {
    const bundles = join(own, 'bundles');
    await mkdir(bundles);
    const { copyBundle } = await import('#supervisor/bundle');
    await copyBundle(join(__dirname, '../..'), bundles);
    return bundles;
  });

async function copyAll(args: readonly string[]): Promise<void> {
  const { code, stderr } = await run({ file: 'cp', args });
  if (code !== 0) throw new Error(stderr);
}

/** Links the files of the template: no process changes a bundle. */
async function seedBundles(bundles: string, scratch: string): Promise<void> {
  const template = await bundlesOf(scratch);
  const devices = await Promise.all([dirname(bundles), template].map((path) => stat(path)));
  // On another disk the product makes its own copy.
  if (devices[0]?.dev === devices[1]?.dev) await copyAll(['-al', '--', template, bundles]);
}

/**
 * Writes the result of a first start, which takes half a minute on a busy machine: the data of PostgreSQL and
 * MariaDB with their passwords, and the programs.
 * @param data data directory of a product that has not started yet
 */
export async function seedProduct(data: string, scratch: string): Promise<void> {
  const isolation = isolationHere();
  const paths = pathsOf(data, isolation);
  await mkdir(paths.secrets, { recursive: true, mode: 0o700 });
  await writeFile(join(paths.secrets, 'postgres-password'), PASSWORD, { mode: 0o600 });
  const identity = isolation.is === 'separate' ? { identity: postgresIdentity(isolation) } : {};
  // Without `--sparse=always`: a hole in the write-ahead log ends the server where the disk is full.
  await copyAll(['-a', '--', await clusterOf(scratch, identity), paths.postgresData]);
  await Promise.all([seedBundles(paths.bundles, scratch), seedMariadb(paths)]);
}
