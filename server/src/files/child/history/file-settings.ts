import { closeSync, constants, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import type { SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { openRegularFile } from '../tree/open-file';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { placeFile } from '../tree/place-file';
import type { Folder } from '../tree/walk';
import type { WorkFolder } from '../tree/work-folder';

const FILE = 'settings.json';
const BYTES_MAX = 64 * 1024;
const BIN_DAYS = 30;
const BIN_DAYS_MAX = 3650;

export interface FileSettings {
  /** Days that deleted entries stay in the recycle bin; null: until it is emptied. */
  readonly binDays: number | null;
  /** Folders that the owner has marked, in the owner's order. */
  readonly favourites: SitePath[];
}

const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= BIN_DAYS_MAX;

const FAVOURITES = 50;
const PATH_UNITS = 4096;

const isPath = (value: unknown): value is SitePath =>
  typeof value === 'string' && value.startsWith('/') && value.length <= PATH_UNITS;

function settingsOf(read: unknown): FileSettings {
  const part = (name: string): unknown =>
    typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined;
  const [binDays, favourites] = [part('binDays'), part('favourites')];
  return {
    binDays: binDays === null || isDays(binDays) ? binDays : BIN_DAYS,
    favourites: Array.isArray(favourites) ? favourites.filter(isPath).slice(0, FAVOURITES) : [],
  };
}

/** The host's settings; a wrong value counts as the default, since the host may write the file. */
export function readSettings(root: Folder): FileSettings {
  try {
    using place = root.privateFolder();
    using content = openRegularFile(place, FILE);
    if (content.stats.size > BYTES_MAX) return settingsOf(undefined);
    return settingsOf(JSON.parse(readFileSync(content.fd, 'utf8')));
  } catch {
    return settingsOf(undefined);
  }
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

function privateFolderOf(root: Folder): Folder {
  try {
    return root.privateFolder();
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new Refusal('no-private-place') : refusalOf(error);
  }
}

/** Changes the given settings and keeps the others; the old file stays until the new one is on disk. */
export function saveSettings(
  { root, work }: { readonly root: Folder; readonly work: WorkFolder },
  change: Partial<FileSettings>,
): FileSettings {
  const settings = { ...readSettings(root), ...change };
  using place = privateFolderOf(root);
  using aside = work.open();
  const name = work.freshName();
  const fd = openSync(aside.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(fd, JSON.stringify(settings));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  placeFile({ folder: aside, name }, { folder: place, name: FILE });
  return settings;
}
