import { findProgram, run } from '#system/process/exec';

/** Programs of MariaDB on this machine. */
export interface MariadbEngine {
  readonly server: string;
  readonly installer: string;
  readonly dump: string;
  /** As `10.11.14`. */
  readonly version: string;
}

/** Used even if `MYSQL_URL` names a remote server: its dumps are taken with this machine's program. */
export const findDump = (): Promise<string | undefined> => findProgram('mariadb-dump', 'mysqldump');

/** Finds the MariaDB of this machine; undefined if a part of it is missing. */
export async function findMariadb(): Promise<MariadbEngine | undefined> {
  const [server, installer, dump] = await Promise.all([
    findProgram('mariadbd'),
    findProgram('mariadb-install-db'),
    findDump(),
  ]);
  if (server === undefined || installer === undefined || dump === undefined) return undefined;
  const printed = await run({ file: server, args: ['--no-defaults', '--version'] });
  const version = /Ver (\d+\.\d+\.\d+)-MariaDB/.exec(printed.stdout)?.[1];
  return version === undefined ? undefined : { server, installer, dump, version };
}
