import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TaskKind, TaskStatus } from '@sitedeck/contract';
import type { Product } from './product';

export interface TaskFields {
  readonly type: TaskKind;
  readonly status: TaskStatus;
  readonly params?: object;
  readonly info?: object | null;
  readonly steps?: readonly object[];
  readonly postStatus?: string | null;
}

/**
 * Writes to the product's own database for tasks that no code creates yet: a row stands for a running task of that
 * type.
 */
export interface TaskRows {
  add: (hostName: string, task: TaskFields) => Promise<number>;
  change: (id: number, task: Partial<TaskFields>) => Promise<void>;
  postStatus: (id: number) => Promise<string | null>;
  /** Removes every task of these hosts. */
  clear: (...hostNames: readonly string[]) => Promise<void>;
  /** Runs any other statement. */
  run: (statement: string, values?: readonly unknown[]) => Promise<void>;
  close: () => Promise<void>;
}

/** Folder of the database's socket, as in `server/src/system/settings/paths.ts`. */
function socketFolder(data: string): string {
  const id = createHash('sha256').update(data).digest('hex').slice(0, 8);
  const uid = process.getuid?.() ?? 0;
  return join(uid === 0 ? `/run/sitedeck-${id}` : join(tmpdir(), `sitedeck-${uid}-${id}`), 'pg');
}

export async function openTaskRows(product: Product): Promise<TaskRows> {
  const password = (await readFile(join(product.data, 'secrets/postgres-password'), 'utf8')).trim();
  const host = socketFolder(await realpath(product.data));
  const client = new Client({ host, port: 5432, user: 'sitedeck', database: 'sitedeck', password });
  await client.connect();
  return {
    add: async (hostName, { type, status, params = {}, info = null, steps = [], postStatus = null }) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into task (host_code, node, type, status, params, info, steps, post_status, operator, started_at)
         select code, node, $2, $3, $4, $5, $6, $7, host_name, now() - interval '65 seconds'
         from host where host_name = $1 returning id`,
        [
          hostName,
          type,
          status,
          JSON.stringify(params),
          info && JSON.stringify(info),
          JSON.stringify(steps),
          postStatus,
        ],
      );
      return Number(rows[0]?.id);
    },
    change: async (id, { status, info, postStatus }) => {
      await client.query(
        `update task set status = coalesce($2, status), info = coalesce($3, info), post_status = coalesce($4, post_status),
           ended_at = case when $2 is null then ended_at else now() end where id = $1`,
        [id, status ?? null, info ? JSON.stringify(info) : null, postStatus ?? null],
      );
    },
    postStatus: async (id) => {
      const { rows } = await client.query<{ post_status: string | null }>(
        'select post_status from task where id = $1',
        [id],
      );
      return rows[0]?.post_status ?? null;
    },
    clear: async (...hostNames) => {
      await client.query(
        'delete from task where host_code in (select code from host where host_name = any($1))',
        [hostNames],
      );
    },
    run: async (statement, values = []) => {
      await client.query(statement, [...values]);
    },
    close: () => client.end(),
  };
}
