import { treeBytes } from '#system/disk/measure-tree';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { stagingProtocol } from '../protocol';
import { stagingTree } from './copy-files';
import { endStaging } from './remove-staging';
import type { StagingTools } from './tools';

/** Answers the API's requests about staging copies. */
export const stagingWorkerHandlers = (tools: StagingTools): RpcHandlers<typeof stagingProtocol> => ({
  measureStaging: async ({ hostCode }) => {
    const { databases } = tools;
    const bytes = await treeBytes(stagingTree(tools, { code: hostCode }));
    if (!databases || !(await databases.has(hostCode))) return { bytes, tables: null };
    const found = await databases.figures(hostCode);
    return { bytes, tables: { count: found.tables, bytes: found.bytes } };
  },
  endStaging: async ({ hostCode }) => {
    await endStaging(tools, hostCode);
    return {};
  },
});
