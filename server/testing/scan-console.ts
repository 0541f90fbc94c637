import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pino } from 'pino';
import { consoleCalls, HostCode } from '@sitedeck/contract';
import { scanHandlers } from '#features/scan/api/routes';
import { scanProtocol } from '#features/scan/protocol';
import { scanWorkerHandlers } from '#features/scan/worker/answers';
import { scanTasks } from '#features/scan/worker/tasks';
import type { OriginalFiles } from '#features/scan/worker/originals';
import type { ScanTools } from '#features/scan/worker/tools';
import type { BackupTools } from '#features/backup/worker/tools';
import type { Cages } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { hostIdentity, isolationHere } from '#system/process/identity';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { openScanner } from '#system/scan/open-scanner';
import { handoverFolder } from '#system/streams/handover-folder';
import { bundleProgram } from './bundle-program';
import { makeBackupConsole, type BackupConsole } from './backup-console';

const RULES = resolve(__dirname, '../src/scanner/rules/shells.yar');

const scanCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/api/safe/scan/')),
);

export interface ScanConsole {
  readonly console: BackupConsole;
  readonly tools: ScanTools;
  close(): Promise<void>;
}

interface ScannerFiles {
  readonly script: string;
  readonly cages: Cages;
}

function toolsOver(
  { db, files, isolation, rootOf }: BackupTools,
  { script, cages }: ScannerFiles,
  originals: readonly OriginalFiles[],
): ScanTools {
  // Beside the trees of the hosts, as `makeFileHosts` lays them out.
  const scratch = dirname(dirname(rootOf(HostCode.parse('any'))));
  return {
    ...{ db, files, log: pino({ level: 'silent' }), now: Date.now, rootOf },
    engine: () => Promise.resolve('complete'),
    rulesVersion: () => Promise.resolve('1'),
    openScanner: () =>
      openScanner({ folder: join(scratch, 'scan-batch'), script, rules: RULES, isolation, cages }),
    knownFolder: join(scratch, 'scans'),
    quarantine: join(scratch, 'quarantine'),
    ownerOf: ({ uid }) => (isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined),
    handoverOf: (hostCode) => handoverFolder(join(scratch, 'hand'), hostCode),
    logsOf: (hostCode) => join(rootOf(hostCode), 'logs'),
    originalsOf: () => Promise.resolve([...originals]),
    purge: () => Promise.resolve(),
  };
}

/**
 * The calls about web-shell scans, from HTTP down to the disk.
 * @param originals files of installed apps; a test may add some
 */
export async function makeScanConsole(originals: readonly OriginalFiles[] = []): Promise<ScanConsole> {
  const scratch = await mkdtemp(join(tmpdir(), 'sd-scan-'));
  await chmod(scratch, 0o755);
  const script = await bundleProgram('src/scanner/main.ts', scratch);
  const cages = await findCages(isolationHere());
  const socket = join(scratch, 'worker.sock');
  const scanWorker = connectRpc(scanProtocol, socket);
  let tools: ScanTools | undefined;
  const console = await makeBackupConsole({
    feature: (backup, enqueue) => {
      tools = toolsOver(backup, { script, cages }, originals);
      const parts = { db: backup.db, enqueue, scanWorker, now: Date.now };
      return { calls: scanCalls, handlers: scanHandlers(parts), tasks: scanTasks(tools) };
    },
  });
  if (!tools) throw new Error('The feature was not made');
  const answers = await serveRpc({
    protocol: scanProtocol,
    handlers: scanWorkerHandlers(tools),
    socket,
    onBug: (_method, error) => globalThis.console.error(error),
  });
  const close = async () => {
    scanWorker.close();
    await answers.close();
    await console.close();
    await rm(scratch, { recursive: true, force: true });
  };
  return { console, tools, close };
}
