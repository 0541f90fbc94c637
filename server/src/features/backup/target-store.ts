import type { HostCode, TargetAddress } from '@sitedeck/contract';
import type { TargetRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

/** Fields of a target's address that no reply contains. */
const SECRET_FIELDS = ['privateKey', 'password', 'accessKey', 'secretKey'];

type Secrets = Readonly<Record<string, string>>;

/** Separates the secrets of a target's address from what may be shown. */
export function splitSecrets(place: TargetAddress): { place: TargetRow['place']; secrets: Secrets } {
  const secrets: Record<string, string> = {};
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(place)) {
    if (SECRET_FIELDS.includes(name) && typeof value === 'string') secrets[name] = value;
    else shown[name] = value;
  }
  return { place: shown as TargetRow['place'], secrets };
}

/** Fills absent secrets with the saved ones, but only if the address leads to the same server. */
export function withSavedSecrets(submitted: TargetAddress, saved: TargetRow | undefined): TargetAddress {
  if (saved?.place.is !== submitted.is || serverOf(saved.place) !== serverOf(submitted)) return submitted;
  return { ...saved.secrets, ...submitted };
}

/** The server that the secrets are for. */
function serverOf(place: TargetAddress | TargetRow['place']): string {
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

/** Reads a target of the host. Refuses with `not-found`, also for another host's target. */
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
