import { prepareData, prepareRun } from '#supervisor/folders';
import type { Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';

/** Makes the folders that the supervisor makes before it starts the parts; nginx takes the browsers' requests. */
export async function prepareFolders(places: Paths, isolation: Isolation): Promise<void> {
  await prepareData(places, isolation);
  await prepareRun(places, isolation, 'nginx');
}
