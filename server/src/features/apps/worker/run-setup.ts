import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostFacts } from '#sites/host-scope';
import { runCaged } from '#sites/worker/caged-command';
import { Refusal } from '#faults/refusal';
import type { SetupRequest } from '#system/apps/app-package';
import type { AppTools } from './tools';

const OUTPUT_BYTES = 4000;
const REASON_MAX = 300;

export interface SetupRun {
  readonly host: HostFacts;
  /** The new files, in a folder that only root can change. */
  readonly tree: string;
  /** The app's folder in the tree. */
  readonly folder: string;
  /** The program, in PHP. */
  readonly program: string;
  readonly request: SetupRequest;
  readonly signal: AbortSignal;
}

const lastLine = (output: Buffer): string =>
  output.toString('utf8').trim().split('\n').at(-1)?.trim().slice(0, REASON_MAX) ?? '';

/**
 * Runs the setup program of an app as its host, in the host's cage. Refuses with `app-setup-failed` and its last line, or with
 * `app-no-cage`.
 */
export async function runSetup(
  { cages, php, rootOf, limits: { setupMs } }: AppTools,
  { host, tree, folder, program, request, signal }: SetupRun,
): Promise<void> {
  if (!cages || php === undefined) throw new Refusal('app-no-cage');
  const script = `${tree}.setup.php`;
  await writeFile(script, program, { mode: 0o644 });
  const command = {
    ...{ hostCode: host.code, root: rootOf(host.code), uid: host.uid, folder: join(tree, folder) },
    program: { file: php, args: ['-d', 'display_errors=stderr', script] },
    input: JSON.stringify(request),
  };
  const limits = { signal, limitMs: setupMs, outputBytes: OUTPUT_BYTES };
  const { is, exitStatus, output } = await runCaged(cages, command, limits);
  signal.throwIfAborted();
  if (is === 'exit' && exitStatus === 0) return;
  const why = is === 'timeout' ? `> ${setupMs / 60_000} min` : lastLine(output) || String(exitStatus);
  throw new Refusal('app-setup-failed', { values: { why } });
}
