import { findProgram, run } from '#system/process/exec';

/** Programs of MariaDB on this machine. */
export interface MariadbEngine {
  readonly server: string;
  readonly installer: string;
  readonly dump: string;
  /** As `10.11.14`. */
  readonly version: string;
}

/** Also where `MYSQL_URL` names a server elsewhere: it is dumped with the program of this machine. */
export const findDump = (): Promise<string | undefined> => findProgram('mariadb-dump', 'mysqldump');

/** The MariaDB of this machine, or undefined where a part of it is missing. */
export async function findMariadb(): Promise<MariadbEngine | undefined> {
  const [server, installer, dump] = await Promise.all([
    findProgram('mariadbd'),
    findProgram('mariadb-install-db'),
    findDump(),
  ]);
  if (server === undefined || installer === undefined || dump === undefined) return undefined;
  const told = await run({ file: server, args: ['--no-defaults', '--version'] });
  const version = /Ver (\d+\.\d+\.\d+)-MariaDB/.exec(told.stdout)?.[1];
  return version === undefined ? undefined : { server, installer, dump, version };
}
