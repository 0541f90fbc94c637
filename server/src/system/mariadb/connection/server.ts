import { z } from 'zod';
import type { Identity } from '#system/process/identity';
import { Connection, type Login, type ServerAddress } from './connection';

/** The MariaDB that holds the hosts' databases: the private one, or the one that `MYSQL_URL` names. */
export interface DatabaseServer {
  readonly address: ServerAddress;
  /** The administrator, who may do everything. Only the node's worker signs in with it. */
  readonly admin: Login;
  /** Path of `mariadb-dump` on this machine. */
  readonly dump: string;
  /** The identity that runs dumps; undefined: this process's own. */
  readonly identity?: Identity | undefined;
  /**
   * The data folder and the free space that it must leave to the rest of the machine, bytes; undefined: the
   * server is on another machine.
   */
  readonly disk?: { readonly folder: string; readonly spare: number };
  /** Folder of option files, readable by that identity. */
  readonly options: string;
}

/** The database of one host, and the user that owns it. */
export interface HostDatabase {
  readonly name: string;
  readonly user: string;
  readonly password: string;
}

interface As {
  readonly login?: Login;
  readonly database?: string;
  readonly bytes?: true;
}

export async function openConnection(server: DatabaseServer, as: As = {}): Promise<Connection> {
  const { login = server.admin, ...rest } = as;
  const connection = await Connection.open({ address: server.address, login, ...rest });
  // Times in replies are read as UTC.
  await connection.run("SET time_zone = '+00:00'");
  return connection;
}

/** Opens an administrator's connection for the duration of some work. */
export async function withAdmin<Result>(
  server: DatabaseServer,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await openConnection(server);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const Version = z.object({ version: z.string() });

/** As `10.11.14`. */
export async function versionOf(connection: Connection): Promise<string> {
  const [row] = await connection.rows(Version, 'SELECT VERSION() AS version');
  return /^\d+\.\d+\.\d+/.exec(row?.version ?? '')?.[0] ?? '';
}

/** As 101114. */
export async function versionNumberOf(connection: Connection): Promise<number> {
  const [major = 0, minor = 0, patch = 0] = (await versionOf(connection)).split('.').map(Number);
  return major * 10_000 + minor * 100 + patch;
}
