import { Refusal } from '#faults/refusal';
import type { EdgeCache } from '#system/edge/edge-cache';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { NodeSite } from '#system/site/site';
import type { cdnProtocol } from '../protocol';

export interface CdnWorkerParts {
  readonly edge: EdgeCache;
  readonly readNodeSites: () => Promise<readonly NodeSite[]>;
}

/** Answers the API's requests about cached pages. */
export const cdnWorkerHandlers = ({
  edge,
  readNodeSites,
}: CdnWorkerParts): Omit<RpcHandlers<typeof cdnProtocol>, 'topCdnUrls'> => ({
  purgePages: async ({ hostCode, purge }) => {
    const site = (await readNodeSites()).find((one) => one.hostCode === hostCode);
    if (!site) throw new Refusal('host-gone');
    return { removed: await edge.purge(hostCode, purge, site.cdn.query) };
  },
  measureCache: async ({ hostCode }) => ({ bytes: await edge.size(hostCode) }),
});
