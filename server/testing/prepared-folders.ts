import { prepareData, prepareRun } from '#supervisor/folders';
import type { Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';

/**
 * Creates the folders that the supervisor creates before it starts the parts; nginx receives the browsers'
 * requests.
 */
export async function prepareFolders(places: Paths, isolation: Isolation): Promise<void> {
  await prepareData(places, isolation);
  await prepareRun(places, isolation, 'nginx');
}
