import { z } from 'zod';
import { judgeStatement } from '../load/judge/judge';
import { quotingOf } from '../load/syntax/quoting';
import type { EngineVersion } from '../load/syntax/version-comment';
import { engineCode, type Connection } from '../connection/connection';
import { quoteName, quotePath } from '../names';
import { versionNumberOf } from '../connection/server';

/**
 * An object of a database that is not a table, as text that creates it again with the current user as its
 * definer.
 */
export const Definition = z.object({
  kind: z.enum(['function', 'procedure', 'package', 'package body', 'view', 'trigger', 'event']),
  name: z.string(),
  sql: z.string(),
  /** The sql_mode in which it was created. */
  mode: z.string(),
  /** The collation_connection it was created under, by which its text is compared. */
  collation: z.string().optional(),
});
export type Definition = z.infer<typeof Definition>;
type Kind = Definition['kind'];

/** Functions first: views call them. */
const ORDER: readonly Kind[] = [
  'function',
  'procedure',
  'package',
  'package body',
  'view',
  'trigger',
  'event',
];

const routines = (type: string): string =>
  `SELECT ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ? AND ROUTINE_TYPE = '${type}'`;

const LISTS: Readonly<Record<Kind, string>> = {
  function: routines('FUNCTION'),
  procedure: routines('PROCEDURE'),
  package: routines('PACKAGE'),
  'package body': routines('PACKAGE BODY'),
  view: 'SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?',
  // In the order in which they fire.
  trigger: `SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?
    ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER`,
  event: 'SELECT EVENT_NAME AS name FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?',
};

const Named = z.object({ name: z.string() });
const Shown = z.record(z.string(), z.unknown());

/** The column of SHOW CREATE that holds the text; null if the engine can't show it. */
const TEXT_COLUMN: Readonly<Record<Kind, string>> = {
  function: 'Create Function',
  procedure: 'Create Procedure',
  package: 'Create Package',
  'package body': 'Create Package Body',
  view: 'Create View',
  trigger: 'SQL Original Statement',
  event: 'Create Event',
};

async function read(connection: Connection, kind: Kind, name: string): Promise<Definition | undefined> {
  const [row] = await connection.rows(Shown, `SHOW CREATE ${kind.toUpperCase()} ${quoteName(name)}`);
  const text = row?.[TEXT_COLUMN[kind]];
  if (typeof text !== 'string') return undefined;
  const [mode, collation] = [row?.['sql_mode'], row?.['collation_connection']];
  return {
    ...{ kind, name, sql: text, mode: typeof mode === 'string' ? mode : '' },
    ...(typeof collation === 'string' && { collation }),
  };
}

/** Names neither a definer nor the original database, so that its creator becomes its definer. */
function transferable(definition: Definition, database: string, engine: EngineVersion): Definition {
  const judged = judgeStatement(definition.sql, { engine, quoting: quotingOf(definition.mode) });
  const sql = judged.is === 'run' ? (judged.text ?? definition.sql) : definition.sql;
  return { ...definition, sql: sql.replaceAll(`${quoteName(database)}.`, '') };
}

/** Everything in a database except its tables. */
export interface Definitions {
  readonly readable: readonly Definition[];
  /** Names of objects that the engine can't show, so that they can't be created again. */
  readonly unreadable: readonly string[];
}

/** @param link uses no database or this one; when this returns, it uses this one */
export async function definitionsOf(connection: Connection, database: string): Promise<Definitions> {
  // Views name their tables without a database if it is the selected one.
  await connection.run(`USE ${quoteName(database)}`);
  const engine = await versionNumberOf(connection);
  const readable: Definition[] = [];
  const unreadable: string[] = [];
  for (const kind of ORDER) {
    for (const { name } of await connection.rows(Named, LISTS[kind], [database])) {
      const definition = await read(connection, kind, name).catch((error: unknown) => {
        if (engineCode(error).startsWith('ER_')) return undefined;
        throw error;
      });
      if (definition) readable.push(transferable(definition, database, engine));
      else unreadable.push(name);
    }
  }
  return { readable, unreadable };
}

/** Removes objects that are not tables: all of them, or the given ones. */
export async function dropDefinitions(
  connection: Connection,
  database: string,
  which: (kind: Kind, name: string) => boolean = () => true,
): Promise<void> {
  for (const kind of [...ORDER].reverse()) {
    for (const { name } of await connection.rows(Named, LISTS[kind], [database]))
      if (which(kind, name)) await drop(connection, kind, quotePath(database, name));
  }
}

/** Only this mode understands statements about packages. */
const PACKAGE_MODE = 'ORACLE';

/** Sets the session's sql_mode to what this type of object needs. */
async function drop(connection: Connection, kind: Kind, path: string): Promise<void> {
  await connection.run('SET sql_mode = ?', [kind.startsWith('package') ? PACKAGE_MODE : '']);
  await connection.run(`DROP ${kind.toUpperCase()} IF EXISTS ${path}`);
}

/** Number of SELECTs in the query of `ownedBy`; each has two parameters. */
const OWNED_LISTS = 4;
const Owned = Definition.pick({ kind: true, name: true });

/** @param definer as the engine writes it: `user@%` */
async function ownedBy(connection: Connection, database: string, definer: string) {
  const sql = `SELECT LOWER(ROUTINE_TYPE) AS kind, ROUTINE_NAME AS name FROM information_schema.ROUTINES
      WHERE ROUTINE_SCHEMA = ? AND DEFINER = ?
    UNION ALL SELECT 'view', TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ? AND DEFINER = ?
    UNION ALL SELECT 'trigger', TRIGGER_NAME FROM information_schema.TRIGGERS
      WHERE TRIGGER_SCHEMA = ? AND DEFINER = ?
    UNION ALL SELECT 'event', EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ? AND DEFINER = ?`;
  return connection.rows(Owned, sql, Array.from({ length: OWNED_LISTS }, () => [database, definer]).flat());
}

/**
 * Objects that one user defines. If one trigger is among them, all triggers are: a recreated trigger fires
 * last.
 */
export async function definitionsOwnedBy(
  connection: Connection,
  database: string,
  definer: string,
): Promise<Definition[]> {
  const owned = await ownedBy(connection, database, definer);
  if (owned.length === 0) return [];
  const known = new Set(owned.map(({ kind, name }) => `${kind} ${name}`));
  const withTriggers = owned.some(({ kind }) => kind === 'trigger');
  return (await definitionsOf(connection, database)).readable.filter(
    ({ kind, name }) => known.has(`${kind} ${name}`) || (kind === 'trigger' && withTriggers),
  );
}

async function dropAndCreate(connection: Connection, definition: Definition): Promise<void> {
  const { kind, name, sql } = definition;
  await drop(connection, kind, quoteName(name));
  await setSession(connection, definition);
  await connection.run(sql);
}

const COLLATION = 'utf8mb4_unicode_ci';

async function setSession(
  connection: Connection,
  { mode, collation = COLLATION }: Definition,
): Promise<void> {
  await connection.run('SET sql_mode = ?, collation_connection = ?', [mode, collation]);
}

const CREATE = /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?/i;
const IF_MISSING =
  /^(CREATE OR REPLACE (?:AGGREGATE\s+)?(?:TRIGGER|EVENT|PROCEDURE|FUNCTION|PACKAGE BODY|PACKAGE)\s+)IF\s+NOT\s+EXISTS\s/i;

/** Atomic: if the new object can't be created, the old one stays. */
async function createOrReplace(connection: Connection, definition: Definition): Promise<void> {
  const { sql } = definition;
  await setSession(connection, definition);
  await connection.run(sql.replace(CREATE, 'CREATE OR REPLACE ').replace(IF_MISSING, '$1'));
}

/**
 * Creates them with the signed-in user as their definer; the database must be selected. An existing object is
 * replaced. Views may depend on one another, so failed ones are tried again as long as others succeed.
 * @returns names of those that can't be created
 */
export async function createDefinitions(
  connection: Connection,
  definitions: readonly Definition[],
  how: 'drop-first' | 'or-replace' = 'drop-first',
): Promise<string[]> {
  const make = how === 'drop-first' ? dropAndCreate : createOrReplace;
  let left = [...definitions].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  for (;;) {
    const failed: Definition[] = [];
    for (const definition of left) {
      await make(connection, definition).catch((error: unknown) => {
        if (!engineCode(error).startsWith('ER_')) throw error;
        failed.push(definition);
      });
    }
    if (failed.length === 0 || failed.length === left.length) return failed.map(({ name }) => name);
    left = failed;
  }
}
