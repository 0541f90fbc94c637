import { z } from 'zod';
import type { StatementRefusal } from '@sitedeck/contract';
import { withRareGarbageCollection } from './garbage-collection';
import { isRefusal, Refusal } from '#faults/refusal';
import { engineCode, engineMessage, type Connection } from '../connection/connection';
import { versionNumberOf } from '../connection/server';
import { isAboutTable } from './judge/about-table';
import { readableName, type DumpEncoding } from './charset';
import type { Judgement } from './judge/judge';
import { refusedStatement } from './judge/judge-dump';
import { readAhead } from './read-ahead';
import { quotingOf, USUAL_QUOTING, type Quoting } from './syntax/quoting';
import { setsSession, statementsOf, type DumpSource, type JudgedStatement } from './statements';
import type { EngineVersion } from './syntax/version-comment';

export interface LoadRequest extends Omit<DumpSource, 'onEncoding' | 'engine' | 'quoting'> {
  /** Signed in as the loader of this one database, without further rights. */
  readonly connection: Connection;
  /**
   * Copies a table that the dump expects to exist; false if there is no such table. Absent: copies nothing.
   */
  readonly copyTable?: (table: string) => Promise<boolean>;
  /** Only runs statements that create and fill this table, and its triggers. */
  readonly only?: string;
  /** Called at intervals; throws if the loaded data may not stay. */
  readonly check: () => Promise<void>;
}

export interface LoadResult {
  readonly statements: number;
  /** Names of the tables and views that the dump has dropped; it may have created some of them again. */
  readonly dropped: ReadonlySet<string>;
  /**
   * Views, routines, triggers and events that the engine does not understand, because their text is damaged
   * or of another version.
   */
  readonly lost: readonly string[];
}

type Run = Extract<Judgement, { is: 'run' }>;

/** Errors for rights that the loader lacks: the statement reaches beyond its database. */
const DENIED: Readonly<Record<string, StatementRefusal>> = {
  ER_DBACCESS_DENIED_ERROR: 'other-database',
  ER_TABLEACCESS_DENIED_ERROR: 'other-database',
  ER_COLUMNACCESS_DENIED_ERROR: 'other-database',
  ER_PROCACCESS_DENIED_ERROR: 'other-database',
  ER_BAD_DB_ERROR: 'other-database',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'server-settings',
  ER_ACCESS_DENIED_ERROR: 'rights',
  ER_GLOBAL_VARIABLE: 'server-settings',
  ER_LOCAL_VARIABLE: 'server-settings',
};

const FULL: ReadonlySet<string> = new Set(['ER_RECORD_FILE_FULL', 'ER_DISK_FULL', 'ER_OUT_OF_RESOURCES']);
/** Bytes of SQL between two checks of the quota. */
const CHECK_EVERY = 32 * 1024 * 1024;

/** The connection returns bytes unchanged, and the engine speaks UTF-8. */
const messageOf = (error: unknown): string => Buffer.from(engineMessage(error), 'latin1').toString('utf8');

function refusalFor(error: unknown, line: number): unknown {
  if (isRefusal(error)) return error;
  const code = engineCode(error);
  if (FULL.has(code)) return new Refusal('disk-full');
  const denied = DENIED[code];
  if (denied !== undefined) return refusedStatement(line, denied);
  // An error that does not come from the engine is a bug or an abort.
  if (!code.startsWith('ER_')) return error;
  return new Refusal('dump-statement-failed', { values: { line, why: messageOf(error) } });
}

const Session = z.object({ mode: z.string(), client: z.string(), results: z.string().nullable() });

/** Asks the engine, because the value that a statement sets may be any expression. */
async function quotingIn(connection: Connection): Promise<Quoting> {
  const sql = `SELECT @@SESSION.sql_mode AS mode, @@SESSION.character_set_client AS client,
    @@SESSION.character_set_results AS results`;
  const [found] = await connection.rows(Session, sql);
  // This result matters only for errors; nothing else reads it.
  if (found?.results !== 'utf8mb4') await connection.run('SET character_set_results = utf8mb4');
  return quotingOf(found?.mode ?? '', found?.client);
}

const MISSING_TABLE = /^Table '[^.]*\.(.+)' doesn't exist/;

const isUnparsableObject = ({ effect }: Run, error: unknown): boolean =>
  effect?.is === 'makes object' && engineCode(error) === 'ER_PARSE_ERROR';

function isUnknownTable(error: unknown): boolean {
  const why = isRefusal(error) && error.detail.values?.['why'];
  return typeof why === 'string' && /^Unknown (?:table|VIEW|SEQUENCE)/.test(why);
}

class Loading {
  private readonly dropped = new Set<string>();
  private readonly known = new Set<string>();
  private readonly lost = new Set<string>();
  private use: string | undefined;
  private recoded = false;
  statements = 0;
  /** The session's current mode. */
  quoting = USUAL_QUOTING;

  constructor(
    private readonly request: LoadRequest,
    readonly engine: EngineVersion,
  ) {}

  async begin({ names, decoder }: DumpEncoding): Promise<void> {
    this.recoded = decoder !== undefined;
    const { connection } = this.request;
    await connection.run(`SET NAMES ${names}`);
    await connection.run('SET character_set_results = utf8mb4');
    this.quoting = quotingOf('', names);
    // The dump restores it at its end; the loader has no other session.
    await connection.run("SET FOREIGN_KEY_CHECKS = 0, UNIQUE_CHECKS = 0, SQL_MODE = 'NO_AUTO_VALUE_ON_ZERO'");
  }

  async take(judged: JudgedStatement): Promise<void> {
    const { line, text, judgement } = judged;
    if (judgement.is === 'refused') throw refusedStatement(line, judgement.why);
    if (judgement.is === 'skip') {
      if (judgement.what === 'use') this.uses(line, judgement.name ?? '');
      return;
    }
    this.request.signal.throwIfAborted();
    if (this.request.only !== undefined && !isAboutTable(text, this.request.only, this)) return;
    await this.before(judgement);
    await this.run(judgement, { text: judgement.text ?? text, line }).catch((error: unknown) => {
      if (!this.isMissingTableDropped(judgement, error)) throw error;
    });
    this.statements += 1;
    if (setsSession(judged)) this.quoting = await quotingIn(this.request.connection);
  }

  /**
   * A dropped table is in the live database, not in the incoming one. It is removed when the databases are
   * swapped.
   */
  private isMissingTableDropped({ effect }: Run, error: unknown): boolean {
    const drops = effect?.is === 'drops tables' || effect?.is === 'drops views';
    return this.request.copyTable !== undefined && drops && isUnknownTable(error);
  }

  /** A dump of one database names it with USE; a dump of several databases is refused. */
  private uses(line: number, name: string): void {
    if (this.use !== undefined && this.use !== name) throw refusedStatement(line, 'other-database');
    this.use = name;
  }

  private async before({ effect }: Run): Promise<void> {
    if (effect?.is === 'drops tables' || effect?.is === 'drops views')
      for (const name of effect.names) this.dropped.add(readableName(name, this.quoting));
    if (effect?.is !== 'makes table') return;
    // The table exists already, so the dump decides: IF NOT EXISTS keeps it, otherwise the engine refuses.
    await this.bring(readableName(effect.name, this.quoting));
  }

  private async bring(table: string): Promise<boolean> {
    if (!this.request.copyTable || this.known.has(table) || this.dropped.has(table)) return false;
    this.known.add(table);
    return this.request.copyTable(table);
  }

  private async run(judgement: Run, { text, line }: Pick<JudgedStatement, 'text' | 'line'>): Promise<void> {
    const { connection } = this.request;
    const sql = this.recoded && /^[^a-z]*SET\b/i.test(text.slice(0, 40)) ? recodedSet(text) : text;
    for (;;) {
      try {
        return await connection.run(sql);
      } catch (error) {
        this.request.signal.throwIfAborted();
        // Engines store such texts and write them into dumps: the rows next to them must not be lost because
        // of them.
        if (isUnparsableObject(judgement, error)) return this.recordLost(judgement);
        const table = MISSING_TABLE.exec(messageOf(error))?.[1];
        if (table === undefined || !(await this.bring(table))) throw refusalFor(error, line);
      }
    }
  }

  private recordLost({ effect }: Run): void {
    if (effect?.is === 'makes object') this.lost.add(readableName(effect.name, this.quoting));
  }

  result(): LoadResult {
    return { statements: this.statements, dropped: this.dropped, lost: [...this.lost] };
  }
}

/** The bytes are already UTF-8, whatever the dump declares. */
const recodedSet = (text: string): string =>
  text.replace(/\b(?:gbk|gb2312|gb18030|big5|sjis|cp932)(_\w+)?\b/gi, (_, rest) =>
    rest === undefined ? 'utf8mb4' : 'utf8mb4_unicode_ci',
  );

/**
 * Runs a dump statement by statement. No client program interprets it, and a statement that reaches beyond
 * the database fails for lack of rights even if the judge missed it. Refuses with the line of the failed
 * statement.
 */
export const loadDump = (request: LoadRequest): Promise<LoadResult> =>
  withRareGarbageCollection(() => load(request));

async function load(request: LoadRequest): Promise<LoadResult> {
  const engine = await versionNumberOf(request.connection);
  const loading = new Loading(request, engine);
  let checkedAt = 0;
  let bytes = 0;
  const source = {
    ...request,
    engine,
    quoting: () => loading.quoting,
    onEncoding: (reading: DumpEncoding) => loading.begin(reading),
    onBytes: (count: number) => {
      bytes = count;
      request.onBytes?.(count);
    },
  };
  for await (const judged of readAhead(statementsOf(source))) {
    await loading.take(judged);
    if (bytes - checkedAt < CHECK_EVERY) continue;
    checkedAt = bytes;
    await request.check();
  }
  if (loading.statements === 0) throw new Refusal('dump-empty');
  // A transaction that the dump leaves open is committed like the rest.
  await request.connection.run('COMMIT');
  await request.check();
  return loading.result();
}
