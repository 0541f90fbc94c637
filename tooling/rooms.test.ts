import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** Second level of the server's tree; the page names what each room holds and which process runs it. */
const SERVER_ROOMS = [
  'api',
  'faults',
  'features',
  'files',
  'links',
  'mail',
  'php',
  'queue',
  'scanner',
  'sites',
  'state',
  'supervisor',
  'system',
  'worker',
];
const PROCESSES = ['api', 'worker'];
/** The file service records its streams in rows, so one feature has code of a third process. */
const MORE_PROCESSES: Readonly<Record<string, readonly string[]>> = { files: ['parent'] };
const FEATURES = [
  'apps',
  'backup',
  'cdn',
  'certificate',
  'cron',
  'database',
  'domain',
  'files',
  'host',
  'hostenv',
  'log',
  'provider',
  'registry',
  'scan',
  'session',
  'site-image',
  'site-move',
  'staging',
  'task',
];
/** Folders of the contract: the features, and what several of them share. */
const CONTRACT_ROOMS = [...FEATURES, 'call', 'faults'];

/** Why a file below a feature of the server is in no room. */
function wrongFeature([feature = '', process = '', ...below]: readonly string[]): string | undefined {
  if (!FEATURES.includes(feature)) return `no feature ${feature}`;
  const processes = [...PROCESSES, ...(MORE_PROCESSES[feature] ?? [])];
  return below.length === 0 || processes.includes(process) ? undefined : `no process ${process}`;
}

/** Why a file of the server or the contract is in no room, or `undefined` if it is in one. */
function wrongRoom(file: string): string | undefined {
  if (file.startsWith('shared/contract/src/')) {
    const [feature = '', name] = file.split('/').slice(3);
    return name === undefined || CONTRACT_ROOMS.includes(feature) ? undefined : `no feature ${feature}`;
  }
  const [room = '', ...below] = file.split('/').slice(2);
  if (!SERVER_ROOMS.includes(room)) return `no room ${room}`;
  return room === 'features' ? wrongFeature(below) : undefined;
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

it.each(['server/src', 'shared/contract/src'])('finds each file of %s in a room of its process', (folder) => {
  const misplaced = filesIn(folder).flatMap((file) => {
    const why = wrongRoom(file);
    return why === undefined ? [] : [`${file}: ${why}`];
  });
  expect(misplaced).toEqual([]);
});

it.each([
  ['server/src/utils/text.ts', 'no room utils'],
  ['server/src/text.ts', 'no room text.ts'],
  ['server/src/features/shop/api/routes.ts', 'no feature shop'],
  ['server/src/features/shop.ts', 'no feature shop.ts'],
  ['server/src/features/backup/parent/backup.ts', 'no process parent'],
  ['server/src/features/backup/store/points.ts', 'no process store'],
  ['shared/contract/src/shop/shop.ts', 'no feature shop'],
])('refuses %s: %s', (file, why) => {
  expect(wrongRoom(file)).toBe(why);
});
