import { createInterface } from 'node:readline';
import type { CageState } from '#system/cage/engine';
import type { Shares } from '#system/cage/shares/shares';
import type { Isolation } from '#system/process/identity';
import { pathsOf, type Paths } from '#system/settings/paths';
import type { Settings } from '#system/settings/settings';

/**
 * What the supervisor sends each of our processes, as one line on standard input. It is not in arguments or
 * environment, since other processes of the machine may read those.
 */
export interface ProcessStart {
  readonly settings: Settings;
  /** Determined by the supervisor, since a process that gave up root can't tell. */
  readonly isolation: Isolation;
  readonly databaseUrl: string;
  /** Copy of the build: `<name>.mjs`, `shell/`, `remotes/<name>/<version>/`. */
  readonly bundle: string;
  /** A provider key with all scopes for the first start, until the provider has created its own keys. */
  readonly providerKey: string;
  /** Certificate and key in PEM, for an API without nginx in front of it: only root may read the files. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** False without an nginx in front: then the API itself listens on PORT. */
  readonly frontDoor: boolean;
  /** Whether programs of hosts run in cages on this machine; `one-uid`: all of them under our own uid. */
  readonly cages: CageState;
  /** Found by the supervisor, which creates the group of the installation. */
  readonly shares: Shares;
  /** Inherited descriptors of the API's listeners. */
  readonly listeners?: { readonly provider: readonly number[]; readonly browsers: readonly number[] };
  /** Whether an FTP server runs here, and whether it can offer read-only access. */
  readonly ftp: { readonly is: 'off' } | { readonly is: 'on'; readonly canBeReadOnly: boolean };
}

export type StartedProcess = ProcessStart & { readonly places: Paths };

export const sendStart = (start: ProcessStart): string => `${JSON.stringify(start)}\n`;

/**
 * Reads the start message, then watches the pipe. The pipe closes when the supervisor ends in any way; then
 * `onOrphaned` must end this process. The supervisor sends nothing else.
 */
export function receiveStart(onOrphaned: () => void): Promise<StartedProcess> {
  const lines = createInterface({ input: process.stdin });
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      const start = JSON.parse(line) as ProcessStart;
      lines.once('close', onOrphaned);
      resolve({ ...start, places: pathsOf(start.settings.dataDirectory, start.isolation) });
    });
    lines.once('close', () =>
      reject(new Error('Not started by the supervisor: nothing came on standard input')),
    );
  });
}

/**
 * Ends the process cleanly on SIGTERM, SIGINT and the loss of its supervisor; forcibly if that takes too
 * long.
 */
export function onStop(stop: () => Promise<void>, limitMs = 8000): () => void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), limitMs).unref();
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return end;
}
