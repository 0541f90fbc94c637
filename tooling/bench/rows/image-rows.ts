import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSampleSite, SITE_SIZE } from '../backup-sites';
import { databaseLogin, dropTables, fillTable, measureClients, type DatabaseLogin } from '../database-login';
import { timeRows, type SpentTime } from '../measure-program';
import { callConsole, measureTask } from '../own-task';
import type { OwnSite } from '../own-site';
import { inPairs } from '../pairs';
import { scratchFolder } from '../started';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

const RATIO_MAX = 1.1;
const TABLE_MIB = 16;
const TABLES = ['posts_1', 'posts_2', 'posts_3', 'posts_4'];
const JOB = `${SITE_SIZE} of files, ${TABLES.length * TABLE_MIB} MiB of SQL`;

/** The flags of the product's own dumps. */
const DUMP =
  'mariadb-dump "--defaults-file=$1" --single-transaction --quick --no-tablespaces --hex-blob --skip-lock-tables --routines --events -- "$2"';
const MAKE = `${DUMP} | zstd -q -T2 > "$4.sql.zst"; tar -C "$3" -cf - wwwroot data | zstd -q -T2 > "$4.tar.zst"`;
const DEPLOY =
  'mkdir "$5"; zstd -qdc "$4.tar.zst" | tar -C "$5" -xf -; zstd -qdc "$4.sql.zst" | mariadb "--defaults-file=$1" "$2"';
/** What the product saves before it replaces a site. */
const SAVE = `restic backup --quiet "$3"; ${DUMP} | restic backup --quiet --stdin`;

export interface ImageSides {
  /** Its files are those of `writeSampleSite`. */
  readonly site: OwnSite;
  /** Another host, into whose database the peer loads. */
  readonly other: Visitor;
}

interface Hand extends ImageSides {
  readonly own: DatabaseLogin;
  readonly hand: DatabaseLogin;
  readonly scratch: string;
  readonly rounds: number;
}

const removeImage = async ({ owner }: OwnSite, image: number): Promise<void> =>
  void (await callConsole(owner, '/api/siteImage/remove', { image }));

const create = async ({ owner }: OwnSite): Promise<SpentTime & { readonly image: number }> => {
  const made = await measureTask(owner, '/api/siteImage/create', { name: 'bench', note: '' });
  return { ...made, image: (JSON.parse(made.info) as { image: number }).image };
};

const argsOf = ({ own, site, scratch }: Hand): readonly string[] => [
  ...[own.options, own.name, dirname(site.root)],
  join(scratch, 'by-hand'),
];

async function makeRows(hand: Hand): Promise<readonly Row[]> {
  const { site, rounds } = hand;
  const pairs = await inPairs(rounds, {
    peer: () => measureClients(site.owner, MAKE, argsOf(hand)),
    own: async () => {
      const made = await create(site);
      await removeImage(site, made.image);
      return made;
    },
  });
  return timeRows(`image of ${JOB}`, pairs, { name: 'tar, mariadb-dump, zstd', cpu: RATIO_MAX });
}

const sum = (a: SpentTime, b: SpentTime): SpentTime => ({
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
  wallSeconds: a.wallSeconds + b.wallSeconds,
});

/** The product makes a safety copy first, which by hand is a program more. */
async function deployRows(hand: Hand): Promise<readonly Row[]> {
  const { site, hand: into, scratch, rounds } = hand;
  const args = argsOf(hand);
  const repository = join(scratch, 'repository');
  const withRepository = `export RESTIC_PASSWORD=bench "RESTIC_REPOSITORY=${repository}" "RESTIC_CACHE_DIR=${repository}-cache"; `;
  await measureClients(site.owner, `${withRepository} restic init --quiet; ${SAVE}`, args);
  const { image } = await create(site);
  await measureTask(site.owner, '/api/siteImage/deploy', { image, mode: 'mirror' });
  let round = 0;
  const saved: SpentTime[] = [];
  const pairs = await inPairs(rounds, {
    peer: async () => {
      await dropTables(into, TABLES);
      saved.push(await measureClients(site.owner, withRepository + SAVE, args));
      const [, , root = '', file = ''] = args;
      const unpacked = join(scratch, `out-${(round += 1)}`);
      return measureClients(site.owner, DEPLOY, [into.options, into.name, root, file, unpacked]);
    },
    own: () => measureTask(site.owner, '/api/siteImage/deploy', { image, mode: 'mirror' }),
  });
  const peer = pairs.peer.map((spent, at) => sum(spent, saved[at] ?? spent));
  const job = `deploy ${JOB}`;
  return [
    ...timeRows(job, pairs, { name: 'zstd, tar, mariadb' }),
    ...timeRows(job, { ...pairs, peer }, { name: 'restic before these', cpu: RATIO_MAX }),
  ];
}

/** Images of a site with a database beside the programs that a user would run by hand. */
export async function imageRows(
  makeSides: (sample: string) => Promise<ImageSides>,
  rounds: number,
): Promise<readonly Row[]> {
  const scratch = await scratchFolder();
  try {
    const sample = join(scratch.path, 'sample');
    mkdirSync(sample);
    writeSampleSite(sample);
    const sides = await makeSides(sample);
    rmSync(sample, { recursive: true });
    const own = await databaseLogin(sides.site.owner, scratch.path);
    const hand = await databaseLogin(sides.other, scratch.path);
    for (const table of TABLES) await fillTable(own, table, TABLE_MIB * 1024 * 1024);
    const all: Hand = { ...sides, own, hand, scratch: scratch.path, rounds };
    return [...(await makeRows(all)), ...(await deployRows(all))];
  } finally {
    await scratch.remove();
  }
}
