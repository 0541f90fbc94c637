import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { appsOf, readAppFiles } from '#features/apps/app-store';
import type { OriginalFiles } from '#features/scan/worker/originals';
import type { ScanTools } from '#features/scan/worker/tools';
import type { Db } from '#state/db';
import { findProgram } from '#system/process/exec';
import { hostIdentity } from '#system/process/identity';
import { openScanner } from '#system/scan/open-scanner';
import { hostRoot } from '#system/settings/paths';
import { handoverFolder } from '#system/streams/handover-folder';
import type { WorkerNode } from './open-node';

/** The files of a host's apps, as they were installed. */
async function originalFiles(db: Db, hostCode: HostCode): Promise<readonly OriginalFiles[]> {
  const apps = await appsOf(db, hostCode);
  return Promise.all(
    apps.map(async ({ id, folder }) => {
      const files = Object.entries(await readAppFiles(db, id));
      const rawPath = (path: string) => Buffer.from(join(folder, path)).toString('latin1');
      return { hashes: new Map(files.map(([path, hash]) => [rawPath(path), hash])) };
    }),
  );
}

/** Differs between builds of the scanner, since another one may judge otherwise. */
async function versionOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}

/** What the web-shell scan needs of the node. */
export function scanTools({ started, db, files, log, logs, nodeHosts, engines }: WorkerNode): ScanTools {
  const { places, isolation, bundle } = started;
  const script = join(bundle, 'scanner.mjs');
  const rules = join(bundle, 'scan-rules/shells.yar');
  const { cages } = engines;
  return {
    ...{ db, files, log, now: Date.now },
    engine: async () => ((await findProgram('yara')) === undefined ? 'no-rules' : 'complete'),
    rulesVersion: () => versionOf([script, rules]),
    openScanner: () => openScanner({ folder: places.scanBatch, script, rules, isolation, cages }),
    originalsOf: (hostCode) => originalFiles(db, hostCode),
    knownFolder: places.scans,
    quarantine: places.quarantine,
    rootOf: (hostCode) => hostRoot(places, hostCode),
    ownerOf: ({ uid }) => (isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined),
    handoverOf: (hostCode) => handoverFolder(places.handover, hostCode),
    logsOf: (hostCode) => logs.folder(hostCode),
    purge: async (hostCode) => void (await nodeHosts.edge.purgeAll(hostCode)),
  };
}
