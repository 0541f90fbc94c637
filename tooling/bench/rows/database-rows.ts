import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureClients, databaseLogin, dropTables, fillTable, type DatabaseLogin } from '../database-login';
import { measureTask } from '../own-task';
import { inPairs, median } from '../pairs';
import { peakMemoryMb } from '../peak-memory';
import { timeRows } from '../measure-program';
import { scratchFolder } from '../started';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

const RATIO_MAX = 1.1;
const TABLE_MIB = 16;
const SMALL = ['posts_1'];
const TABLES = [...SMALL, 'posts_2', 'posts_3', 'posts_4'];
/** Used beside the larger sizes: the fixed cost of a task matters for a small dump only. */
const MORE_TABLES = Array.from({ length: 12 }, (_, index) => `more_${index + 1}`);
const mib = (tables: number): string => `${tables * TABLE_MIB} MiB`;
const SIZE = mib(TABLES.length);
/** Four times the data may cost this much more memory: garbage that is collected late. */
const FLAT = 1.25;

/** The product's own flags for the dump, since only the path from the engine to the file is compared. */
const FLAGS =
  '--single-transaction --quick --no-tablespaces --hex-blob --skip-lock-tables --routines --events';
const DUMP = `mariadb-dump "--defaults-file=$1" ${FLAGS} -- "$2"`;
const LOAD = 'mariadb "--defaults-file=$1" "$2"';

const DUMP_FORMATS = {
  'sql.gz': { name: 'mariadb-dump, gzip', pack: '| gzip', unpack: 'gzip -dc "$3" |' },
  'sql.zst': { name: 'mariadb-dump, zstd -3', pack: '| zstd -q -3', unpack: 'zstd -dcq "$3" |' },
  sql: { name: 'mariadb-dump', pack: '', unpack: 'cat "$3" |' },
} as const;
type Format = keyof typeof DUMP_FORMATS;

interface Sides {
  readonly visitor: Visitor;
  readonly own: DatabaseLogin;
  /** Another host, into whose database the peer restores. */
  readonly hand: DatabaseLogin;
  /** Folder of the peer's files. */
  readonly scratch: string;
  readonly rounds: number;
}

const fileOf = ({ visitor }: Sides, path: string): string =>
  join(visitor.data, 'hosts', visitor.hostCode, path);

async function dumpRows(sides: Sides, format: Format, size = SIZE): Promise<readonly Row[]> {
  const { visitor, own, scratch, rounds } = sides;
  const { name, pack } = DUMP_FORMATS[format];
  const [theirs, to] = [join(scratch, `database.${format}`), `/data/database.${format}`];
  const pairs = await inPairs(rounds, {
    peer: async () => {
      rmSync(theirs, { force: true });
      return measureClients(visitor, `${DUMP} ${pack} > "$3"`, [own.options, own.name, theirs]);
    },
    own: async () => {
      rmSync(fileOf(sides, to), { force: true });
      return measureTask(visitor, '/api/database/export', { format, to });
    },
  });
  return timeRows(`dump ${size} as .${format}`, pairs, { name, cpu: RATIO_MAX, wall: RATIO_MAX });
}

async function restoreRows(sides: Sides, format: Format): Promise<readonly Row[]> {
  const { visitor, own, hand, scratch, rounds } = sides;
  const { name, unpack } = DUMP_FORMATS[format];
  const [theirs, path] = [join(scratch, `database.${format}`), `/data/database.${format}`];
  const pairs = await inPairs(rounds, {
    peer: async () => {
      await dropTables(hand, TABLES);
      return measureClients(visitor, `${unpack} ${LOAD}`, [hand.options, hand.name, theirs]);
    },
    own: async () => {
      await dropTables(own, TABLES);
      return measureTask(visitor, '/api/database/import', { path, mode: 'replace' });
    },
  });
  const by = name.replace('mariadb-dump', 'mariadb');
  return timeRows(`restore ${SIZE} from .${format}`, pairs, { name: by, cpu: RATIO_MAX, wall: RATIO_MAX });
}

async function memoryRow(
  { visitor, rounds }: Sides,
  job: string,
  run: (tables: readonly string[]) => Promise<unknown>,
): Promise<Row> {
  const pairs = await inPairs(Math.min(rounds, 3), {
    peer: () => peakMemoryMb(visitor.pid, () => run(SMALL)),
    own: () => peakMemoryMb(visitor.pid, () => run(TABLES)),
  });
  const [small, large] = [median(pairs.peer), median(pairs.own)];
  return {
    job: `memory of a ${job}, ${SIZE}`,
    unit: 'MB',
    peer: { name: `${TABLE_MIB} MiB:`, value: small },
    limit: `≤ ${FLAT}x`,
    own: large,
    met: large <= FLAT * small,
  };
}

/** The memory of our processes does not depend on the size of the dump. */
async function memoryRows(sides: Sides): Promise<readonly Row[]> {
  const { visitor } = sides;
  const pathOf = (tables: readonly string[]): string => `/data/memory-${tables.length}.sql.gz`;
  const dumped = await memoryRow(sides, 'dump', async (tables) => {
    rmSync(fileOf(sides, pathOf(tables)), { force: true });
    await measureTask(visitor, '/api/database/export', { tables, to: pathOf(tables) });
  });
  const restored = await memoryRow(sides, 'restore', (tables) =>
    measureTask(visitor, '/api/database/import', { path: pathOf(tables), mode: 'replace' }),
  );
  return [dumped, restored];
}

/**
 * Dumps and restores beside a pipe of the engine's own programs, and their memory.
 * @param other owner of another host, whose database the peer restores
 */
export async function databaseRows(
  { visitor, other }: { readonly visitor: Visitor; readonly other: Visitor },
  rounds: number,
): Promise<readonly Row[]> {
  const scratch = await scratchFolder();
  try {
    const own = await databaseLogin(visitor, scratch.path);
    const hand = await databaseLogin(other, scratch.path);
    const sides: Sides = { visitor, own, hand, scratch: scratch.path, rounds };
    for (const table of TABLES) await fillTable(own, table, TABLE_MIB * 1024 * 1024);
    const rows: Row[] = [];
    for (const format of ['sql.gz', 'sql.zst', 'sql'] as const) rows.push(...(await dumpRows(sides, format)));
    rows.push(...(await restoreRows(sides, 'sql.gz')));
    rows.push(...(await memoryRows(sides)));
    for (const table of MORE_TABLES) await fillTable(own, table, TABLE_MIB * 1024 * 1024);
    return [...rows, ...(await dumpRows(sides, 'sql', mib(TABLES.length + MORE_TABLES.length)))];
  } finally {
    await scratch.remove();
  }
}
