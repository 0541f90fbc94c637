import type { TaskContext } from '#queue/worker/run-task';
import { readConfiguration, type OpenedImage } from '#system/site-image/read-image';
import { loginIn } from '../database-login';
import type { DeployPayload } from '../tasks';
import type { SiteImageTools } from './tools';

/** What was changed so that the site works on this host. */
export interface Adapted {
  /** Configuration files with another login for the database now. */
  readonly files: number;
  /** Such files that have to be changed by hand. */
  readonly left: readonly string[];
  /** Rows with another address now. */
  readonly rows: number;
}

const NOTHING: Adapted = { files: 0, left: [], rows: 0 };

type Context = Pick<TaskContext<DeployPayload>, 'payload' | 'scope' | 'signal'>;

async function adaptLogin({ adapter }: SiteImageTools, { scope, signal }: Context, image: OpenedImage) {
  const [before, after] = [loginIn(await readConfiguration(image)), await adapter?.login(scope.hostCode)];
  if (!adapter || !before || !after) return { done: [], left: [] };
  return adapter.replaceLogin(scope.host, { before, after, signal });
}

async function adaptAddresses(
  { adapter }: SiteImageTools,
  { payload: { address: url, parts }, scope: { host }, signal }: Context,
  image: OpenedImage,
): Promise<number> {
  const { addresses = [] } = image.manifest;
  const names = addresses.filter((name) => url !== undefined && name !== new URL(url).host);
  if (!adapter || url === undefined || names.length === 0 || parts === 'site') return 0;
  return adapter.replaceAddresses(host, { names, url, signal });
}

/** Gives the site of an image the login of this host's database, and its address if the owner wants that. May be repeated. */
export async function adaptSite(
  tools: SiteImageTools,
  context: Context,
  image: OpenedImage | undefined,
): Promise<Adapted> {
  if (!image) return NOTHING;
  const { done, left } = await adaptLogin(tools, context, image);
  const rows = await adaptAddresses(tools, context, image);
  return { files: done.length, left, rows };
}
