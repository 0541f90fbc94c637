import { readFileSync } from 'node:fs';
import { openContent } from '../content';
import type { Folder } from '../walk';

const FILE = 'settings.json';
const MAX_BYTES = 64 * 1024;
const BIN_DAYS = 30;
const BIN_DAYS_MAX = 3650;

export interface PlaceSettings {
  /** Days that deleted things stay in the bin; null: until it is emptied. */
  readonly binDays: number | null;
}

const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= BIN_DAYS_MAX;

/** What the host has set, as far as it makes sense: the file is the host's own. */
export function readSettings(root: Folder): PlaceSettings {
  try {
    using place = root.place();
    using content = openContent(place, FILE);
    if (content.stats.size > MAX_BYTES) return { binDays: BIN_DAYS };
    const read: unknown = JSON.parse(readFileSync(content.fd, 'utf8'));
    const binDays: unknown =
      typeof read === 'object' && read !== null ? Reflect.get(read, 'binDays') : undefined;
    return { binDays: binDays === null || isDays(binDays) ? binDays : BIN_DAYS };
  } catch {
    return { binDays: BIN_DAYS };
  }
}
