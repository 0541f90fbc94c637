import type { HostCode, TargetPlace } from '@sitedeck/contract';
import type { TargetRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

/** What of a place is never told. */
const SECRET_FIELDS = ['privateKey', 'password', 'accessKey', 'secretKey'];

type Secrets = Readonly<Record<string, string>>;

/** A place without its secrets, and those. */
export function splitPlace(place: TargetPlace): { place: TargetRow['place']; secrets: Secrets } {
  const secrets: Record<string, string> = {};
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(place)) {
    if (SECRET_FIELDS.includes(name) && typeof value === 'string') secrets[name] = value;
    else shown[name] = value;
  }
  return { place: shown as TargetRow['place'], secrets };
}

/** As it was given; an absent secret is the saved one where it leads to the same server. */
export function withSavedSecrets(given: TargetPlace, saved: TargetRow | undefined): TargetPlace {
  if (saved?.place.is !== given.is || addressOf(saved.place) !== addressOf(given)) return given;
  return { ...saved.secrets, ...given };
}

/** A saved secret goes to no other server than the one it was given for. */
function addressOf(place: TargetPlace | TargetRow['place']): string {
  switch (place.is) {
    case 'sftp':
      return `${place.host}:${place.port}`;
    case 'rest':
      return new URL(place.url).origin;
    case 's3':
      return new URL(place.endpoint).origin;
  }
}

export const targetsOf = (db: Db, hostCode: HostCode): Promise<TargetRow[]> =>
  db.selectFrom('backup_target').selectAll().where('host_code', '=', hostCode).orderBy('id').execute();

/** One of another host is not there. */
export async function ownTarget(db: Db, hostCode: HostCode, id: number): Promise<TargetRow> {
  const row = await db
    .selectFrom('backup_target')
    .selectAll()
    .where('id', '=', id)
    .where('host_code', '=', hostCode)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { field: 'id' });
  return row;
}
