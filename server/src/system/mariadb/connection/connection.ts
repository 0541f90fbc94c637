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

/** Where a MariaDB listens. */
export type ServerAddress =
  | { readonly is: 'socket'; readonly path: string }
  | {
      readonly is: 'tcp';
      readonly host: string;
      readonly port: number;
      /** Undefined: in plain sight. `ca`: PEM by which its certificate is checked; without one any is taken. */
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
  /** Text goes over as bytes: each character is one. */
  readonly bytes?: true;
}

const CONNECT_MS = 10_000;
/** How times are written. */
const ZONE = 'Z';

/** The driver would look for places of values in what may be megabytes, also where there are none. */
const filledIn = (sql: string, values: Parameters<typeof format>[1]): string =>
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

const GONE: ReadonlySet<string> = new Set([
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

/** The server is not there, or went: nothing is wrong with what was asked. */
export const isServerGone = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== undefined && GONE.has(code)) return true;
  return error instanceof Error && /closed state|Connection lost|was killed/.test(error.message);
};

/** What the engine says, as the owner may read it. */
export const engineMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** `ER_…`, or what the connection failed with. */
export const engineCode = (error: unknown): string => codeOf(error) ?? '';

/** One connection, which ends with whoever holds it. */
export class Connection {
  /** Whoever waits for an answer; the driver forgets them when its connection is destroyed. */
  private readonly waiting = new Set<(error: Error) => void>();
  private isDestroyed = false;

  private constructor(private readonly driver: DriverConnection) {}

  /** Refuses `database-down` where the server is not there. */
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
        queryFormat: filledIn,
        supportBigNumbers: true,
        multipleStatements: false,
        // This machine's files are sent to no server that asks for them. And a statement that sets a charset changes
        // nothing of how the driver writes the next one: where bytes go over, they stay what they are.
        flags: ['-LOCAL_FILES', '-SESSION_TRACK', '-IGNORE_SPACE', '-FOUND_ROWS'],
      });
      // Rejections of queries tell the same; an event without a listener would end the process.
      driver.on('error', () => undefined);
      return new Connection(driver);
    } catch (error) {
      if (isServerGone(error)) throw new Refusal('database-down');
      throw error;
    }
  }

  /** Number by which the server knows the connection. */
  get id(): number {
    return this.driver.threadId;
  }

  async run(sql: string, values: readonly unknown[] = []): Promise<void> {
    await this.query(sql, values);
  }

  /** How many rows a statement has changed. */
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
      if (isServerGone(error)) throw new Refusal('database-down');
      throw error;
    }
  }

  private send(sql: string, values: readonly unknown[]): Promise<unknown> {
    if (this.isDestroyed) return Promise.reject(new Refusal('database-down'));
    let leave = (_error: Error): void => undefined;
    const answer = new Promise((resolve, reject) => {
      leave = reject;
      this.waiting.add(leave);
      this.driver.query<RowDataPacket[]>(sql, [...values]).then(([found]) => resolve(found), reject);
    });
    return answer.finally(() => this.waiting.delete(leave));
  }

  /** Ends it in the middle of whatever it does; the engine may go on with that until its connection is killed. */
  destroy(): void {
    this.isDestroyed = true;
    this.driver.destroy();
    for (const leave of this.waiting) leave(new Refusal('database-down'));
  }

  async close(): Promise<void> {
    // The driver would wait for ever for the answer of a connection that it has destroyed.
    if (this.isDestroyed) return;
    await this.driver.end().catch(() => this.driver.destroy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
