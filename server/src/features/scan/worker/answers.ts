import type { HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { makeMutexPerKey } from '#system/concurrency/mutex';
import { readHost } from '#sites/live-hosts';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { scanProtocol } from '../protocol';
import { readFile } from '../scan-store';
import { actOn } from './acts';
import { findRequests } from './find-requests';
import type { ScanTools } from './tools';

/** Answers the API's requests about web-shell scans. */
export function scanWorkerHandlers(tools: ScanTools): RpcHandlers<typeof scanProtocol> {
  // Two acts at once could move the same file.
  const turns = makeMutexPerKey<HostCode>();
  return {
    scanEngine: async () => ({ engine: await tools.engine() }),
    actOnFindings: async ({ hostCode, ...request }) => {
      const host = await readHost(tools.db, hostCode);
      if (!host) throw new Refusal('host-gone');
      return turns.run(hostCode, () => actOn(tools, host, request));
    },
    findingRequests: async ({ hostCode, id }) => {
      const row = await readFile(tools.db, { hostCode, id });
      if (!row) throw new Refusal('scan-file-gone');
      return findRequests(tools.logsOf(hostCode), { path: row.shown_path, since: row.modified_at });
    },
  };
}
