import { closeSync, constants, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { openContent } from '../text/content';
import type { Disk } from '../disk';
import { errnoOf, refusalOf } from '#files/link/errno';
import { placeFile } from '../tree/place-file';
import type { Folder } from '../tree/walk';

const FILE = 'settings.json';
const MAX_BYTES = 64 * 1024;
const BIN_DAYS = 30;
const BIN_DAYS_MAX = 3650;

export interface PlaceSettings {
  /** Days that deleted things stay in the bin; null: until it is emptied. */
  readonly binDays: number | null;
  /** Folders the owner comes back to, in the owner's order. */
  readonly favourites: string[];
}

const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= BIN_DAYS_MAX;

const FAVOURITES = 50;
const PATH_UNITS = 4096;

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && value.length <= PATH_UNITS;

function settingsOf(read: unknown): PlaceSettings {
  const part = (name: string): unknown =>
    typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined;
  const [binDays, favourites] = [part('binDays'), part('favourites')];
  return {
    binDays: binDays === null || isDays(binDays) ? binDays : BIN_DAYS,
    favourites: Array.isArray(favourites) ? favourites.filter(isPath).slice(0, FAVOURITES) : [],
  };
}

/** What the host has set, as far as it makes sense: the file is the host's own. */
export function readSettings(root: Folder): PlaceSettings {
  try {
    using place = root.place();
    using content = openContent(place, FILE);
    if (content.stats.size > MAX_BYTES) return settingsOf(undefined);
    return settingsOf(JSON.parse(readFileSync(content.fd, 'utf8')));
  } catch {
    return settingsOf(undefined);
  }
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

function placeOf(root: Folder): Folder {
  try {
    return root.place();
  } catch (error) {
    throw errnoOf(error) === 'ENOENT' ? new Refusal('no-private-place') : refusalOf(error);
  }
}

/** Changes what is named and leaves the rest; the old file stands until the new one is on disk. */
export function saveSettings({ root, work }: Disk, change: Partial<PlaceSettings>): PlaceSettings {
  const settings = { ...readSettings(root), ...change };
  using place = placeOf(root);
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
