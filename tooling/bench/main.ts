import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSampleSite } from './backup-sites';
import { withOwnProduct, stopProducts } from './bench-product';
import { chosenGroups, type Group } from './chosen-groups';
import { archiveRows } from './rows/archive-rows';
import { backupRows } from './rows/backup-rows';
import { databaseRows } from './rows/database-rows';
import { bigTree, fileRows } from './rows/file-rows';
import { imageRows } from './rows/image-rows';
import { idleRows } from './rows/idle-rows';
import { moveRows } from './site-move';
import { memoryRows } from './rows/memory-rows';
import { hostEnvironment } from './hostenv';
import { pageRows, federationRows } from './with-remotes';
import { requestRows } from './rows/request-rows';
import { freshStartRows, warmStartRows } from './rows/start-rows';
import { transferRows } from './rows/transfer-rows';
import { table, type Row } from './table';
import { edgeRows } from './edge';
import { tlsRows } from './tls';
import { addHostOf, signInNewOwner, type Visitor } from './visitor';

const ROOT = join(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    /** Number of files in the measured tree; the goal is stated for a million. */
    files: { type: 'string', default: '200000' },
    /** Size of the file that is sent and fetched, MiB. */
    mib: { type: 'string', default: '1024' },
    /** Number of hosts in the group `hostenv`; the goals are stated for 500. A few give a first impression in minutes. */
    hosts: { type: 'string', default: '500' },
    'no-system': { type: 'boolean' },
  },
});
const rounds = Number(values.rounds);
const files = Number(values.files);

const withProduct = (name: string, measure: (visitor: Visitor) => Promise<readonly Row[]>): Group => ({
  name,
  measure: () => withOwnProduct(async (product) => measure(await signInNewOwner(product))),
});

const GROUPS: readonly Group[] = [
  { name: 'start', measure: () => warmStartRows(ROOT, rounds) },
  { name: 'fresh', measure: () => freshStartRows(ROOT) },
  withProduct('call', (visitor) => requestRows(visitor, rounds)),
  withProduct('memory', ({ pid }) => memoryRows(pid, rounds)),
  withProduct('archives', (visitor) => archiveRows(visitor, rounds)),
  withProduct('files', (visitor) => fileRows(visitor, rounds, files)),
  withProduct('transfers', (visitor) => transferRows(visitor, { rounds, mib: Number(values.mib) })),
  {
    name: 'database',
    measure: () =>
      withOwnProduct(async (product) => {
        const visitor = await signInNewOwner(product);
        return databaseRows({ visitor, other: await addHostOf(product, visitor, 'by-hand') }, rounds);
      }),
  },
  {
    name: 'backup',
    measure: () =>
      withOwnProduct(async (product) => {
        const visitor = await signInNewOwner(product);
        let made = 0;
        const fresh = (sample: string) =>
          createSampleSite(product, visitor, { name: `site-${(made += 1)}`, sample });
        return backupRows(fresh, rounds);
      }),
  },
  {
    name: 'images',
    measure: () =>
      withOwnProduct(async (product) => {
        const visitor = await signInNewOwner(product);
        const makeSides = async (sample: string) => ({
          site: await createSampleSite(product, visitor, { name: 'imaged', sample }),
          other: await addHostOf(product, visitor, 'by-hand'),
        });
        return imageRows(makeSides, rounds);
      }),
  },
  { ...withProduct('big', (visitor) => bigTree(visitor, rounds)), isLong: true },
  withProduct('idle', (visitor) => idleRows(visitor, rounds)),
  { name: 'moves', measure: () => moveRows(rounds) },
  { name: 'pages', measure: () => pageRows(rounds) },
  { name: 'hostenv', measure: () => hostEnvironment(rounds, Number(values.hosts)) },
  { name: 'platform', measure: () => federationRows(rounds) },
  { name: 'tls', measure: () => tlsRows(rounds) },
  { name: 'edge', measure: () => edgeRows(rounds) },
];

const stopped = new AbortController();

/** Ends what was started and removes its data, before the bench itself ends. */
async function stop(code: number): Promise<void> {
  stopped.abort();
  await stopProducts();
  process.exit(code);
}
process.once('SIGINT', () => void stop(130));
process.once('SIGTERM', () => void stop(143));

async function measureAll(groups: readonly Group[]): Promise<void> {
  const rows: Row[] = [];
  const unmeasured: string[] = [];
  for (const { name, measure } of groups) {
    console.log(`measuring ${name} …`);
    try {
      rows.push(...(await measure()));
    } catch (error) {
      if (stopped.signal.aborted) return;
      unmeasured.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`\nMedians of ${rounds} rounds, order of peer and SiteDeck drawn each time.\n\n${table(rows)}`);
  if (unmeasured.length === 0) return;
  console.log(`\nCould not measure:\n${unmeasured.map((line) => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
}

function chosen(): readonly Group[] {
  try {
    return chosenGroups(GROUPS, values.only);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

await measureAll(chosen());
