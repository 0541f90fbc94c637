import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct, type Product } from '../../e2e/src/product';
import { freshSite } from './backup-sites';
import { archives } from './rows/archive-rows';
import { backupRows } from './rows/backup-rows';
import { databaseRows } from './rows/database-rows';
import { bigTree, fileRows } from './rows/file-rows';
import { idleShell } from './rows/idle-rows';
import { memoryAtRest } from './rows/memory-rows';
import { hostEnvironment } from './hostenv';
import { pages, platform } from './with-remotes';
import { simpleCalls } from './rows/request-rows';
import { freshStart, warmStart } from './rows/start-rows';
import { transfers } from './rows/transfer-rows';
import { table, type Row } from './table';
import { alsoOwning, signedIn, type Visitor } from './visitor';

const ROOT = join(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    /** Number of files in the measured tree; the goal is stated for a million. */
    files: { type: 'string', default: '200000' },
    /** Size of the file that is sent and fetched, MiB. */
    mib: { type: 'string', default: '1024' },
    'no-system': { type: 'boolean' },
  },
});
const rounds = Number(values.rounds);
const files = Number(values.files);

interface Group {
  readonly name: string;
  readonly measure: () => Promise<readonly Row[]>;
  /** Takes so long that it runs on request only. */
  readonly isLong?: true;
}

/** Each group runs on its own product, so that the data of one does not slow down the next. */
async function onProduct(measure: (product: Product) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const product = await startProduct();
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
}

const withProduct = (name: string, measure: (visitor: Visitor) => Promise<readonly Row[]>): Group => ({
  name,
  measure: () => onProduct(async (product) => measure(await signedIn(product))),
});

const GROUPS: readonly Group[] = [
  { name: 'start', measure: () => warmStart(ROOT, rounds) },
  { name: 'fresh', measure: () => freshStart(ROOT) },
  withProduct('call', (visitor) => simpleCalls(visitor, rounds)),
  withProduct('memory', ({ pid }) => memoryAtRest(pid, rounds)),
  withProduct('archives', (visitor) => archives(visitor, rounds)),
  withProduct('files', (visitor) => fileRows(visitor, rounds, files)),
  withProduct('transfers', (visitor) => transfers(visitor, { rounds, mib: Number(values.mib) })),
  {
    name: 'database',
    measure: () =>
      onProduct(async (product) => {
        const visitor = await signedIn(product);
        return databaseRows({ visitor, other: await alsoOwning(product, visitor, 'by-hand') }, rounds);
      }),
  },
  {
    name: 'backup',
    measure: () =>
      onProduct(async (product) => {
        const visitor = await signedIn(product);
        let made = 0;
        const fresh = (sample: string) =>
          freshSite(product, visitor, { name: `site-${(made += 1)}`, sample });
        return backupRows(fresh, rounds);
      }),
  },
  { ...withProduct('big', (visitor) => bigTree(visitor, rounds)), isLong: true },
  withProduct('idle', (visitor) => idleShell(visitor, rounds)),
  { name: 'pages', measure: () => pages(rounds) },
  { name: 'hostenv', measure: () => hostEnvironment(rounds) },
  { name: 'platform', measure: () => platform(rounds) },
];

// End like any other exit, so that the programs we started end too.
process.once('SIGINT', () => process.exit(130));

const rows: Row[] = [];
const unmeasured: string[] = [];
for (const { name, measure, isLong = false } of GROUPS) {
  if (values.only === undefined ? isLong : values.only !== name) continue;
  console.log(`measuring ${name} …`);
  try {
    rows.push(...(await measure()));
  } catch (error) {
    unmeasured.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

console.log(`\nMedians of ${rounds} rounds, order of peer and SiteDeck drawn each time.\n\n${table(rows)}`);
if (unmeasured.length > 0)
  console.log(`\nCould not measure:\n${unmeasured.map((line) => `- ${line}`).join('\n')}`);
