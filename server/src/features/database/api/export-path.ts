import { SitePath, type CallRequest, type exportDatabase, type HostCode } from '@sitedeck/contract';
import { databaseOf } from '#system/mariadb/names';

type Wish = CallRequest<typeof exportDatabase>['body'];

/** Where exports go that nobody has named a place for; of the site's private files, so that no visitor gets them. */
const FOLDER = '/data/exports';

/** `20261122-081530`. */
const stamp = (now: Date): string => now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');

/** The file that an export writes: as it was named, or a new one in the folder that was. */
export function exportPath(hostCode: HostCode, { to, format, tables }: Wish, now: Date): SitePath {
  if (to?.endsWith(`.${format}`)) return to;
  const [only] = tables?.length === 1 ? tables : [];
  const part = only === undefined ? '' : `-${only.replace(/[^\w.-]+/g, '_').slice(0, 60)}`;
  const folder = to ?? FOLDER;
  return SitePath.parse(`${folder}/${databaseOf(hostCode)}${part}-${stamp(now)}.${format}`);
}
