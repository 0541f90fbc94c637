import type { CageEngine } from '#system/cage/engine';
import type { HostShare } from '#system/cage/shares/shares';
import { startCaged } from '#system/cage/start-caged';
import { start, type ChildProcess, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { withProgramLimits, type ProgramLimits } from '#system/process/program-limits';

/** What runs on copies of tenants' files. */
export interface ScanCage {
  readonly identity: Identity;
  /** Undefined on a machine that permits none: then its own uid and limits are all that holds a program. */
  readonly cage?: { readonly engine: CageEngine; readonly share?: HostShare | undefined } | undefined;
  /** Folder with the files of a batch, read-only. */
  readonly folder: string;
}

const MIB = 1024 ** 2;
/** Memory of one program; V8 counts more than its heap. */
const LIMITS: ProgramLimits = [
  ['core', 0],
  ['nofile', 256],
  ['data', 1536 * MIB],
];

/** A cage shows the system's programs anyway. */
const SYSTEM = '/usr/';

/** Starts a program that sees the files of a batch, itself, and neither network nor anything else of the machine. */
export async function startInScanCage(
  { identity, cage, folder }: ScanCage,
  program: Command,
  { readable, stdin }: { readonly readable: readonly string[]; readonly stdin: 'pipe' | 'ignore' },
): Promise<ChildProcess> {
  const command = await withProgramLimits(program, LIMITS);
  const stdio = [stdin, 'pipe', 'ignore'] as const;
  if (!cage) return start(command, { env: {}, cwd: '/', stdio: [...stdio], identity });
  const view = {
    ...{ hostName: 'scan', root: folder, isOffline: true, folder: '/', env: {} },
    readable: readable.filter((path) => !path.startsWith(SYSTEM)),
  };
  return startCaged(cage.engine, command, { identity, view, share: cage.share, stdio });
}
