import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolationHere } from '../../server/src/system/process/identity';
import { pathsOf } from '../../server/src/system/settings/paths';
import { endingWithBench } from './ends-with-bench';
import { callConsole } from './own-task';
import { cpuSecondsOf } from './processes';
import { measurePipe, type SpentTime } from './measure-program';
import { textOf } from './text-of';
import type { Visitor } from './visitor';

const POLL_MS = 200;
const MADE_POLLS = 450;
/** Length of a statement, as in a dump. */
const BATCH = 60;

/** A host's database as reached by a user with its password. */
export interface DatabaseLogin {
  readonly name: string;
  /** Option file with its socket, user and password. */
  readonly options: string;
}

interface Info {
  readonly engine: { readonly is: string };
  readonly database: { readonly name: string; readonly username: string } | null;
}

async function madeOf(visitor: Visitor): Promise<NonNullable<Info['database']>> {
  for (let polls = 0; polls < MADE_POLLS; polls += 1) {
    const { engine, database } = (await callConsole(visitor, '/api/database/info')) as Info;
    if (engine.is === 'on' && database) return database;
    await sleep(POLL_MS);
  }
  throw new Error('the host got no database');
}

/** @param folder of the option file */
export async function databaseLogin(visitor: Visitor, folder: string): Promise<DatabaseLogin> {
  const { name, username } = await madeOf(visitor);
  const { password } = (await callConsole(visitor, '/api/database/secret', {})) as { password: string };
  const options = join(folder, `${name}.cnf`);
  const { socket } = pathsOf(visitor.data, isolationHere()).mariadb;
  writeFileSync(options, `[client]\nuser="${username}"\npassword="${password}"\nsocket="${socket}"\n`, {
    mode: 0o600,
  });
  return { name, options };
}

/** Runs a pipe of client programs and measures it together with the engine's work for them. */
export async function measureClients(
  visitor: Visitor,
  script: string,
  args: readonly string[],
): Promise<SpentTime> {
  const before = cpuSecondsOf(visitor.pid);
  const spent = await measurePipe(script, args);
  return { ...spent, cpuSeconds: spent.cpuSeconds + cpuSecondsOf(visitor.pid) - before };
}

function* insertsOf(table: string, bytes: number): Generator<string> {
  yield `CREATE TABLE ${table} (id INT PRIMARY KEY, at DATETIME, title VARCHAR(200), body MEDIUMTEXT, KEY (at));\n`;
  let written = 0;
  for (let id = 1; written < bytes;) {
    const rows = Array.from({ length: BATCH }, () => {
      const row = `(${id},'2026-01-01' + INTERVAL ${id} MINUTE,'Post ${id}','${textOf(id)}')`;
      id += 1;
      return row;
    });
    const statement = `INSERT INTO ${table} VALUES ${rows.join(',')};\n`;
    written += statement.length;
    yield statement;
  }
}

/** Makes a table of posts that dumps to about the given number of bytes. */
export async function fillTable(
  { options, name }: DatabaseLogin,
  table: string,
  bytes: number,
): Promise<void> {
  const client = spawn(...endingWithBench('mariadb', [`--defaults-file=${options}`, name]), {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(client, 'close');
  for (const statement of insertsOf(table, bytes))
    if (!client.stdin.write(statement)) await once(client.stdin, 'drain');
  client.stdin.end();
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`the table was not made: ${code}`);
}

/** Drops the tables. */
export async function dropTables({ options, name }: DatabaseLogin, tables: readonly string[]): Promise<void> {
  const sql = tables.map((table) => `DROP TABLE IF EXISTS ${table};`).join('');
  await measurePipe('mariadb "--defaults-file=$1" "$2" -e "$3"', [options, name, sql]);
}
