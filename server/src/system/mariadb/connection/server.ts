import { z } from 'zod';
import type { Identity } from '#system/process/identity';
import { Connection, type Login, type ServerAddress } from './connection';

/** A MariaDB that hosts' databases lie on: the private one, or what `MYSQL_URL` names. */
export interface DatabaseServer {
  readonly address: ServerAddress;
  /** May do everything. Only the node's worker has it. */
  readonly admin: Login;
  /** `mariadb-dump` of this machine. */
  readonly dump: string;
  /** Under which dumps are taken; undefined: our own. */
  readonly identity?: Identity | undefined;
  /** Where its data lie, and what must stay free there for everybody else, bytes; undefined: on another machine. */
  readonly disk?: { readonly folder: string; readonly spare: number };
  /** Folder of option files, which that identity may read. */
  readonly options: string;
}

/** The database of one host, and the user whose it is. */
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
  // Times that it answers with are told as UTC.
  await connection.run("SET time_zone = '+00:00'");
  return connection;
}

/** A connection of the administrator for as long as some work takes. */
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
