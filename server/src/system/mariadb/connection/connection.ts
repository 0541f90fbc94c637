import {
  createConnection,
  format,
  type Connection as DriverConnection,
  type ConnectionOptions,
  type RowDataPacket,
} from 'mysql2/promise';
import type { z } from 'zod';
import { codeOf } from '#faults/error-code';
import { Refusal } from '#faults/refusal';

/** Address of a MariaDB server. */
export type ServerAddress =
  | { readonly is: 'socket'; readonly path: string }
  | {
      readonly is: 'tcp';
      readonly host: string;
      readonly port: number;
      /**
       * Undefined: no TLS. `ca`: PEM that verifies the server's certificate; without it any certificate is
       * accepted.
       */
      readonly tls?: { readonly ca?: string } | undefined;
    };

export interface Login {
  readonly user: string;
  readonly password: string;
}

export interface ConnectRequest {
  readonly address: ServerAddress;
  readonly login: Login;
  readonly database?: string;
  /** Sends and receives text as bytes: one character per byte. */
  readonly bytes?: true;
}

const CONNECT_MS = 10_000;
/** The time zone in which times are written. */
const ZONE = 'Z';

/** The driver would scan for placeholders in what may be megabytes of SQL, even without values. */
const withValues = (sql: string, values: Parameters<typeof format>[1]): string =>
  Array.isArray(values) && values.length > 0 ? format(sql, values, false, ZONE) : sql;

const addressOptions = (address: ServerAddress): ConnectionOptions =>
  address.is === 'socket'
    ? { socketPath: address.path }
    : {
        host: address.host,
        port: address.port,
        ...(address.tls && {
          ssl: address.tls.ca === undefined ? { rejectUnauthorized: false } : { ca: address.tls.ca },
        }),
      };

const UNAVAILABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
  'PROTOCOL_ENQUEUE_AFTER_DESTROY',
  'ER_SERVER_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_NORMAL_SHUTDOWN',
]);

/** The server is down or the connection was lost; the statement itself is not at fault. */
export const isServerUnavailable = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== undefined && UNAVAILABLE.has(code)) return true;
  return error instanceof Error && /closed state|Connection lost|was killed/.test(error.message);
};

/** The engine's message, in a form that the owner may read. */
export const engineMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** The engine's `ER_…` code, or the error code of the connection. */
export const engineCode = (error: unknown): string => codeOf(error) ?? '';

/** One connection, closed by its creator. */
export class Connection {
  /** Callers that wait for a reply; the driver forgets them when its connection is destroyed. */
  private readonly waiting = new Set<(error: Error) => void>();
  private isDestroyed = false;

  private constructor(private readonly driver: DriverConnection) {}

  /** Refuses with `database-down` if the server can't be reached. */
  static async open({ address, login, database, bytes }: ConnectRequest): Promise<Connection> {
    try {
      const driver = await createConnection({
        ...addressOptions(address),
        user: login.user,
        password: login.password,
        ...(database !== undefined && { database }),
        charset: bytes ? 'LATIN1_SWEDISH_CI' : 'UTF8MB4_UNICODE_CI',
        connectTimeout: CONNECT_MS,
        dateStrings: true,
        timezone: ZONE,
        queryFormat: withValues,
        supportBigNumbers: true,
        multipleStatements: false,
        // Never sends local files to a server that asks for them. Statements that set a charset don't change
        // how the driver encodes later ones: in byte mode, bytes stay as they are.
        flags: ['-LOCAL_FILES', '-SESSION_TRACK', '-IGNORE_SPACE', '-FOUND_ROWS'],
      });
      // Rejected queries report the same error; an event without a listener would end the process.
      driver.on('error', () => undefined);
      return new Connection(driver);
    } catch (error) {
      if (isServerUnavailable(error)) throw new Refusal('database-down');
      throw error;
    }
  }

  /** The server's id of this connection. */
  get id(): number {
    return this.driver.threadId;
  }

  async run(sql: string, values: readonly unknown[] = []): Promise<void> {
    await this.query(sql, values);
  }

  /** How many rows a statement changed. */
  async change(sql: string, values: readonly unknown[] = []): Promise<number> {
    const result: unknown = await this.query(sql, values);
    const isCounted = typeof result === 'object' && result !== null && 'affectedRows' in result;
    return isCounted ? Number(result.affectedRows) : 0;
  }

  async rows<Row>(shape: z.ZodType<Row>, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const found = await this.query(sql, values);
    return (Array.isArray(found) ? found : []).map((row) => shape.parse({ ...row }));
  }

  private async query(sql: string, values: readonly unknown[]): Promise<unknown> {
    try {
      return await this.send(sql, values);
    } catch (error) {
      if (isServerUnavailable(error)) throw new Refusal('database-down');
      throw error;
    }
  }

  private send(sql: string, values: readonly unknown[]): Promise<unknown> {
    if (this.isDestroyed) return Promise.reject(new Refusal('database-down'));
    let leave = (_error: Error): void => undefined;
    const reply = new Promise((resolve, reject) => {
      leave = reject;
      this.waiting.add(leave);
      this.driver.query<RowDataPacket[]>(sql, [...values]).then(([found]) => resolve(found), reject);
    });
    return reply.finally(() => this.waiting.delete(leave));
  }

  /**
   * Closes the connection in the middle of a statement. The engine may go on with the statement until the
   * connection is killed.
   */
  destroy(): void {
    this.isDestroyed = true;
    this.driver.destroy();
    for (const leave of this.waiting) leave(new Refusal('database-down'));
  }

  async close(): Promise<void> {
    // The driver would wait forever for the reply of a connection that it has destroyed.
    if (this.isDestroyed) return;
    await this.driver.end().catch(() => this.driver.destroy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
