import {
  SitePath,
  STAGING_FOLDER,
  STAGING_PATHS_MAX,
  type CallReply,
  type listStagingDifferences,
  type StagingDifference,
} from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { StagingRow } from '#state/tool-tables';
import type { PushStagingPayload } from '../tasks';
import type { StagingTools } from './tools';

/** What a push takes over, as paths below the document root. */
export interface Selection {
  readonly paths: readonly SitePath[];
  readonly removed: readonly SitePath[];
  /** Bytes of the files; those of complete folders are not known. */
  readonly bytes: number;
}

type DifferencesPage = CallReply<typeof listStagingDifferences>;

const DOCUMENT_ROOT = SitePath.parse('/wwwroot');

/** All differences that can be pushed. */
async function* pushable(
  { files }: StagingTools,
  { host, row, signal }: { readonly host: HostFacts; readonly row: StagingRow; readonly signal: AbortSignal },
): AsyncGenerator<StagingDifference, void> {
  const kept = new Set<string>([...row.configured, ...row.cut_off]);
  const trees = { live: DOCUMENT_ROOT, staging: SitePath.parse(STAGING_FOLDER) };
  const target = { ...fileTarget(host), ...trees, limit: STAGING_PATHS_MAX };
  for (let after: string | null = null; ;) {
    const page: DifferencesPage = await files.call('compareTrees', { ...target, after }, { signal });
    for (const difference of page.differences)
      if (!kept.has(difference.path) && difference.type !== 'other') yield difference;
    if (page.next === null) return;
    after = page.next;
  }
}

/** Compares again: only what differs now, and lies under no link, is taken over. */
export async function selectFiles(
  tools: StagingTools,
  { files: wanted }: Pick<PushStagingPayload, 'files'>,
  search: Parameters<typeof pushable>[1],
): Promise<Selection> {
  if (wanted.is === 'none') return { paths: [], removed: [], bytes: 0 };
  const [paths, removed]: [SitePath[], SitePath[]] = [[], []];
  const isWanted = ({ path, is }: StagingDifference): boolean => {
    if (wanted.is === 'all') return is !== 'removed' || wanted.remove;
    return (is === 'removed' ? wanted.removed : wanted.paths).some((one: string) => one === path);
  };
  let bytes = 0;
  for await (const difference of pushable(tools, search)) {
    if (!isWanted(difference)) continue;
    (difference.is === 'removed' ? removed : paths).push(SitePath.parse(difference.path));
    bytes += difference.is === 'removed' ? 0 : (difference.size ?? 0);
  }
  return { paths, removed, bytes };
}
