import type { BackupTarget } from '@sitedeck/contract';

/** Where a target is, in one line. */
export function placeWords(place: BackupTarget['place']): string {
  if (place.is === 'sftp') return `SFTP ${place.user}@${place.host}:${place.port} ${place.folder}`;
  if (place.is === 'rest') return `REST ${place.url}`;
  return `S3 ${place.endpoint} ${place.bucket}/${place.folder}`;
}
