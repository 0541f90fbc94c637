import type { ScanTools } from '#features/scan/worker/tools';
import { Refusal } from '#faults/refusal';
import { hostIdentity } from '#system/process/identity';
import { hostRoot } from '#system/settings/paths';
import { handoverFolder } from '#system/streams/handover-folder';
import type { WorkerNode } from './open-node';

/** What the web-shell scan needs of the node. */
export function scanTools({ started, db, files, log, logs, nodeHosts }: WorkerNode): ScanTools {
  const { places, isolation } = started;
  return {
    ...{ db, files, log, now: Date.now },
    engine: 'missing',
    rulesVersion: '',
    openScanner: () => Promise.reject(new Refusal('scan-engine-missing')),
    knownFolder: places.scans,
    quarantine: places.quarantine,
    rootOf: (hostCode) => hostRoot(places, hostCode),
    ownerOf: ({ uid }) => (isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined),
    handoverOf: (hostCode) => handoverFolder(places.handover, hostCode),
    logsOf: (hostCode) => logs.folder(hostCode),
    purge: async (hostCode) => void (await nodeHosts.edge.purgeAll(hostCode)),
  };
}
