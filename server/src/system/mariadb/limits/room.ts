import { Refusal } from '#faults/refusal';
import { hasSpace } from '#system/disk/with-space';
import type { DatabaseServer } from '../connection/server';

/** Of a dump, what its rows take on the disk at the very least: bytes may stand in it as two digits each. */
const LEAST = 0.5;

/** Refuses `disk-full` where a dump would fill the disk of all: before anything of it is loaded, not after an hour. */
export async function ensureRoom({ disk }: Pick<DatabaseServer, 'disk'>, dumpBytes: number): Promise<void> {
  if (!disk) return;
  const spare = disk.spare + dumpBytes * LEAST;
  if (!(await hasSpace({ folder: disk.folder, spare }))) throw new Refusal('disk-full');
}
