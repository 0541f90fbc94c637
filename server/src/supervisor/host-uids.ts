import { z } from 'zod';
import { queryPostgres } from '#system/postgres/postgres';
import type { Settings } from '#system/settings/settings';
import { StartRefusal } from './start-refusal';

const Outside = z.array(z.object({ code: z.string(), uid: z.number() }));
const Given = z.array(z.object({ last_value: z.coerce.number(), is_called: z.boolean() }));

/**
 * Refuses a range that does not include every host of this node: their programs would not be ended, and FTP would
 * refuse them. The range may not end below a uid that was given, since none is given twice.
 */
export async function checkHostUids(url: string, { HOST_UIDS, NODE_NAME }: Settings): Promise<void> {
  const { first, last } = HOST_UIDS;
  const isNew = "select 1 where to_regclass('host') is null or to_regclass('host_uid') is null";
  if ((await queryPostgres(url, isNew)).length > 0) return;
  const text = 'select code, uid from host where node = $1 and (uid < $2 or uid > $3) order by uid limit 1';
  const [outside] = Outside.parse(await queryPostgres(url, text, [NODE_NAME, first, last]));
  if (outside)
    throw new StartRefusal(
      `HOST_UIDS: host ${outside.code} has uid ${outside.uid}, which is not in ${first}-${last}; choose a range that includes the uids of all hosts`,
    );
  const [given] = Given.parse(await queryPostgres(url, 'select last_value, is_called from host_uid'));
  if (given?.is_called === true && given.last_value > last)
    throw new StartRefusal(
      `HOST_UIDS: uids up to ${given.last_value} were already given to hosts; the range must not end below, since no uid is given twice`,
    );
}
