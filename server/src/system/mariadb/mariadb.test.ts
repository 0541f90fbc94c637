import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { TestMariadb } from '#testing/mariadb';
import { startFilter } from '#system/streams/through-program';
import {
  applyRights,
  CONNECTIONS_MAX,
  dropHostDatabase,
  ensureHostDatabase,
  shareRoutines,
  type Clients,
} from './accounts/host-accounts';
import { createLoadAccount } from './accounts/load-account';
import { killConnection, processesOf } from './monitor/processes';
import { measureSize } from './monitor/size';
import { slowQueriesOf } from './monitor/slow-queries';
import { tablesOf } from './monitor/tables';
import { dumpDatabase } from './dump/dump';
import { createDumpAccount } from './accounts/dump-account';
import { guardDiskSpace } from './limits/disk-space';
import type { Connection } from './connection/connection';
import { unpack } from './load/unpack';
import { quoteName } from './names';
import { replaceDatabase, type ReplaceResult, type ReplaceRequest } from './swap/replace-database';
import { countReplacements, replaceText } from './replace-text/replace-text';
import { openConnection, withAdmin, type HostDatabase } from './connection/server';
import { settleSwap, type Swap } from './swap/swap';

let mariadb: TestMariadb;
beforeAll(async () => {
  mariadb = await TestMariadb.make();
});
afterAll(() => mariadb.close());

let made = 0;
const CLIENTS: Clients = { local: true, remote: 'no' };
const FREE = { overQuota: false, clients: CLIENTS };

/** Each test has its own host. */
async function newHost(name = `u_vh${(made += 1)}`): Promise<HostDatabase> {
  const host = { name, user: name, password: `secret-of-${name}` };
  await withAdmin(mariadb.server, (admin) => ensureHostDatabase(admin, host, FREE));
  return host;
}

async function as<Result>(
  host: HostDatabase,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await openConnection(mariadb.server, { login: host, database: host.name });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const runAll = (host: HostDatabase, ...statements: readonly string[]): Promise<void> =>
  as(host, async (connection) => {
    for (const statement of statements) await connection.run(statement);
  });

const never = new AbortController().signal;

async function dumpOf(host: HostDatabase, tables?: readonly string[]): Promise<Buffer> {
  const output = new PassThrough();
  const parts: Buffer[] = [];
  output.on('data', (part: Buffer) => parts.push(part));
  await dumpDatabase(mariadb.server, { database: host.name, tables, output, signal: never });
  return Buffer.concat(parts);
}

interface Load extends Partial<
  Pick<ReplaceRequest, 'mode' | 'charset' | 'quota' | 'onBytes' | 'only' | 'server' | 'signal'>
> {
  readonly journal?: (swap: Swap | null) => Promise<void>;
}

const nothing = () => Promise.resolve();

function load(host: HostDatabase, dump: Buffer | Readable | string, more: Load = {}): Promise<ReplaceResult> {
  const { journal = nothing, ...rest } = more;
  const source = dump instanceof Readable ? dump : Readable.from([Buffer.from(dump)], { objectMode: false });
  return replaceDatabase({
    server: mariadb.server,
    host,
    clients: CLIENTS,
    journal: { write: journal },
    read: () => source,
    mode: 'replace',
    quota: null,
    signal: never,
    ...rest,
  });
}

const Sum = z.object({ Checksum: z.coerce.number().nullable() });
/** The checksum of every table, and everything except tables as a dump writes it. */
async function stateOf(host: HostDatabase): Promise<Readonly<Record<string, unknown>>> {
  const tables = await withAdmin(mariadb.server, (admin) => tablesOf(admin, host.name));
  const sums = await as(host, async (connection) => {
    const found: [string, number | null | undefined][] = [];
    for (const { name, kind } of tables) {
      if (kind === 'view') continue;
      const [row] = await connection.rows(Sum, `CHECKSUM TABLE ${quoteName(name)}`);
      found.push([name, row?.Checksum]);
    }
    return found;
  });
  const dump = (await dumpOf(host)).toString('latin1').replaceAll(host.name, 'u_x');
  return { ...Object.fromEntries(sums), dump: createHash('sha256').update(dump).digest('hex') };
}

const rowsOf = <Row>(host: HostDatabase, shape: z.ZodType<Row>, sql: string): Promise<Row[]> =>
  as(host, (connection) => connection.rows(shape, sql));

const Text = z.object({ t: z.coerce.string() });
const Count = z.object({ n: z.coerce.number() });

/** Everything that a dump may contain, including odd names and all byte values. */
async function fill(host: HostDatabase): Promise<void> {
  await runAll(
    host,
    'CREATE TABLE parent (id INT PRIMARY KEY, name VARCHAR(50) CHARACTER SET gbk)',
    'CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id))',
    'CREATE TABLE `odd ``name; 表` (id INT PRIMARY KEY AUTO_INCREMENT, bytes LONGBLOB, words TEXT, at TIMESTAMP NULL)',
    "INSERT INTO parent VALUES (1, '中文'), (2, 'b')",
    'INSERT INTO child VALUES (1, 1), (2, 2)',
    'CREATE FUNCTION twice (n INT) RETURNS INT DETERMINISTIC RETURN n * 2',
    'CREATE PROCEDURE add_one () BEGIN INSERT INTO parent VALUES (99, "p"); END',
    'CREATE VIEW first_view AS SELECT id, twice(id) AS two FROM parent',
    'CREATE VIEW above AS SELECT two FROM first_view',
    "CREATE TRIGGER tidy BEFORE INSERT ON child FOR EACH ROW BEGIN SET @x = 'a;b'; SET NEW.parent = COALESCE(NEW.parent, 1); END",
    'CREATE EVENT later ON SCHEDULE EVERY 1 DAY DO DELETE FROM child WHERE id = -1',
  );
  await as(host, (connection) =>
    connection.run('INSERT INTO `odd ``name; 表` (bytes, words, at) VALUES (?, ?, ?), (?, ?, NULL)', [
      Buffer.from(Array.from({ length: 1024 }, (_, at) => at % 256)),
      '\'quotes\' "both" \\ back; -- /* 🙂 \0 \n\r\x1a',
      '2026-11-22 08:15:30',
      randomBytes(200_000),
      '',
    ]),
  );
  // What the node does at its next check.
  await withAdmin(mariadb.server, (admin) => shareRoutines(admin, host));
}

describe('a host’s user', () => {
  it('reaches its own database and no other, even one that its name matches as a pattern', async () => {
    const [own, other] = [await newHost('u_vha_b'), await newHost('u_vhaxb')];
    await runAll(other, 'CREATE TABLE secret (t TEXT)');
    const attempts = [
      `SELECT * FROM ${other.name}.secret`,
      `CREATE TABLE ${other.name}.mine (a INT)`,
      `USE ${other.name}`,
      'SELECT * FROM mysql.global_priv',
      'CREATE DATABASE more',
      'CREATE USER somebody',
      `GRANT SELECT ON ${own.name}.* TO '${other.user}'@'localhost'`,
      'SET GLOBAL max_connections = 1',
      "SELECT 1 INTO OUTFILE '/tmp/sitedeck-out'",
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE secret",
      "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE secret",
      'FLUSH PRIVILEGES',
      'SHUTDOWN',
    ];
    await as(own, async (connection) => {
      for (const attempt of attempts) await expect(connection.run(attempt)).rejects.toThrow();
      const seen = await connection.rows(z.object({ Database: z.string() }), 'SHOW DATABASES');
      expect(seen.map(({ Database }) => Database).sort()).toEqual(['information_schema', own.name]);
      expect(await connection.rows(Text, "SELECT LOAD_FILE('/etc/passwd') IS NULL AS t")).toEqual([
        { t: '1' },
      ]);
    });
  });

  it('ends the statement that fills the shared disk, and no other host’s statement', async () => {
    const [host, other] = [await newHost(), await newHost()];
    await runAll(host, 'CREATE TABLE b (t TEXT)', `INSERT INTO b VALUES ('${'x'.repeat(4000)}')`);
    for (let doubling = 0; doubling < 8; doubling += 1) await runAll(host, 'INSERT INTO b SELECT t FROM b');
    const quiet = await openConnection(mariadb.server, { login: other, database: other.name });
    const [end, ended] = [new AbortController(), [] as string[]];
    const { bavail, bsize } = await statfs(mariadb.plan.data);
    const disk = { folder: mariadb.plan.data, spare: 2 * (bavail * bsize - 100 * 1024 * 1024) };
    const onEnded = (user: string) => ended.push(user);
    const keeping = guardDiskSpace({ server: { ...mariadb.server, disk }, signal: end.signal, onEnded });
    const filling = runAll(host, 'CREATE TABLE c SELECT x.t FROM b x, b y, b z');
    await expect(filling).rejects.toMatchObject({ reason: 'database-down' });
    end.abort();
    await keeping;
    expect(new Set(ended)).toEqual(new Set([host.user]));
    expect(await quiet.rows(Count, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await quiet.close();
  });

  it('refuses writes over the quota, even on an open connection; accepts deletes, and writes below it', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (id INT PRIMARY KEY)', 'INSERT INTO a VALUES (1), (2)');
    const open = await openConnection(mariadb.server, { login: host, database: host.name });
    const set = (overQuota: boolean) =>
      withAdmin(mariadb.server, (admin) => applyRights(admin, host, { ...FREE, overQuota }));
    await set(true);
    await expect(open.run('INSERT INTO a VALUES (3)')).rejects.toThrow();
    await open.close();
    for (const growth of [
      'INSERT INTO a VALUES (3)',
      'UPDATE a SET id = 5 WHERE id = 1',
      'REPLACE INTO a VALUES (1)',
      'CREATE TABLE b (id INT)',
      'CREATE TEMPORARY TABLE b (id INT)',
      'ALTER TABLE a ADD b INT',
      'CREATE INDEX i ON a (id)',
    ])
      await expect(runAll(host, growth)).rejects.toThrow(/denied/);
    await runAll(host, 'DELETE FROM a WHERE id = 2', 'SELECT * FROM a');
    await set(false);
    await runAll(host, 'INSERT INTO a VALUES (3)', 'CREATE TABLE b (id INT)', 'DROP TABLE b');
  });

  it('has its database measured by file sizes, not by what the tables report, and its memory limited', async () => {
    const host = await newHost();
    await runAll(
      host,
      'CREATE TABLE a (t LONGTEXT) STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0',
      "INSERT INTO a SELECT REPEAT('x', 1000000) FROM seq_1_to_8",
    );
    const bytes = async () =>
      (await withAdmin(mariadb.server, (admin) => measureSize(admin, host.name))).bytes;
    expect(await bytes()).toBeGreaterThan(8_000_000);
    await runAll(host, 'TRUNCATE a');
    expect(await bytes()).toBeLessThan(1_000_000);
    await as(host, async (connection) => {
      await connection.run('SET max_heap_table_size = 1 << 40, sort_buffer_size = 1 << 40');
      const sql = 'SELECT @@max_heap_table_size + @@sort_buffer_size <= 1 << 30 AS n';
      expect(await connection.rows(Count, sql)).toEqual([{ n: 1 }]);
    });
  });

  it('signs in from another machine only if remote access is on, and only with TLS', async () => {
    const host = await newHost();
    const sql = `SELECT Host AS t FROM mysql.user WHERE User = '${host.user}' ORDER BY Host`;
    const from = async () =>
      (await withAdmin(mariadb.server, (admin) => admin.rows(Text, sql))).map(({ t }) => t);
    const set = (remote: boolean) =>
      withAdmin(mariadb.server, (admin) =>
        ensureHostDatabase(admin, host, {
          ...FREE,
          clients: { local: true, remote: remote ? 'tls' : 'no' },
        }),
      );
    await set(true);
    expect(await from()).toEqual(['%', '127.0.0.1', 'localhost']);
    const tls = `SELECT ssl_type AS t FROM mysql.user WHERE User = '${host.user}' AND Host = '%'`;
    expect(await withAdmin(mariadb.server, (admin) => admin.rows(Text, tls))).toEqual([{ t: 'ANY' }]);
    await set(false);
    expect(await from()).toEqual(['127.0.0.1', 'localhost']);
    await withAdmin(mariadb.server, (admin) => dropHostDatabase(admin, host));
    expect(await from()).toEqual([]);
  });

  it('sees and ends its own connections only', async () => {
    const [own, other] = [await newHost(), await newHost()];
    const [mine, theirs] = [
      await openConnection(mariadb.server, { login: own }),
      await openConnection(mariadb.server, { login: other }),
    ];
    await withAdmin(mariadb.server, async (admin) => {
      expect((await processesOf(admin, own.user)).map(({ id }) => id)).toEqual([mine.id]);
      await expect(killConnection(admin, own.user, theirs.id)).rejects.toThrow('process-gone');
      await killConnection(admin, own.user, mine.id);
    });
    await expect(mine.run('SELECT 1')).rejects.toThrow('database-down');
    await theirs.run('SELECT 1');
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('is refused a connection above its limit, while another host connects', async () => {
    const [greedy, other] = [await newHost(), await newHost()];
    const held: Connection[] = [];
    const connect = async () => void held.push(await openConnection(mariadb.server, { login: greedy }));
    try {
      while (held.length < CONNECTIONS_MAX) await connect();
      await expect(connect()).rejects.toMatchObject({ code: 'ER_USER_LIMIT_REACHED' });
      expect(await rowsOf(other, Count, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    } finally {
      await Promise.all(held.map((connection) => connection.close()));
    }
  });

  it('lists its slow queries with ? in place of values', async () => {
    const [own, other] = [await newHost(), await newHost()];
    for (const host of [own, other])
      await runAll(host, 'SET long_query_time = 0', `SELECT 'secret of ${host.name}', 12 IN (1, 2, 3)`);
    const { kept, queries } = await withAdmin(mariadb.server, (admin) => slowQueriesOf(admin, own.name));
    expect(kept).toBe(true);
    expect(queries.map(({ statement }) => statement)).toContain('SELECT ?, ? IN (?)');
    expect(JSON.stringify(queries)).not.toContain('secret');
  });
});

describe('a dump', () => {
  it('recreates the same tables, bytes, views, routines, triggers and events in another database', async () => {
    const [from, to] = [await newHost(), await newHost()];
    await fill(from);
    await runAll(to, 'CREATE TABLE goes (a INT)', 'CREATE VIEW goes_too AS SELECT a FROM goes');
    const done = await load(to, await dumpOf(from));
    expect(done.lost).toEqual([]);
    expect(await stateOf(to)).toEqual(await stateOf(from));
    await runAll(to, 'CALL add_one()', 'INSERT INTO child VALUES (7, NULL)');
    expect(await rowsOf(to, Count, 'SELECT MAX(two) AS n FROM above')).toEqual([{ n: 198 }]);
    await expect(runAll(to, 'INSERT INTO child VALUES (8, 12345)')).rejects.toThrow(/foreign key/);
    // No side database is left.
    const sides =
      "SELECT SCHEMA_NAME AS t FROM information_schema.SCHEMATA WHERE SCHEMA_NAME REGEXP '^(in|out)_'";
    expect(await withAdmin(mariadb.server, (admin) => admin.rows(Text, sides))).toEqual([]);
  });

  it('gives the same bytes twice', async () => {
    const host = await newHost();
    await fill(host);
    expect((await dumpOf(host)).equals(await dumpOf(host))).toBe(true);
  });

  it('comes from accounts that run nothing beyond the database, and read nothing there if they run anything', async () => {
    const host = await newHost();
    const reads = (from: string) => `RETURNS INT SQL SECURITY INVOKER RETURN (SELECT COUNT(*) FROM ${from})`;
    await runAll(
      host,
      `CREATE FUNCTION rights () ${reads('mysql.global_priv')}`,
      `CREATE FUNCTION texts () ${reads('mysql.proc')}`,
      'CREATE SQL SECURITY INVOKER VIEW v AS SELECT rights() AS x',
      'CREATE SQL SECURITY INVOKER VIEW w AS SELECT texts() AS x',
      'CREATE TABLE a (t TEXT)',
    );
    // A view can replace a table while the table is read.
    await using tables = await createDumpAccount(mariadb.server, 'tables', host.name);
    await using routines = await createDumpAccount(mariadb.server, 'routines', host.name);
    const dumpers = [tables, routines].map(({ login }) => ({ ...host, ...login }));
    for (const dumper of dumpers)
      for (const attempt of [
        'SELECT * FROM v',
        'SELECT * FROM w',
        'SELECT texts()',
        "INSERT INTO a VALUES ('x')",
      ])
        await expect(runAll(dumper, attempt)).rejects.toThrow(/denied|lack rights/);
    const to = await newHost();
    expect(await load(to, await dumpOf(host))).toMatchObject({ lost: [] });
  });

  it('ends its output with an error when it fails', async () => {
    const host = await newHost();
    await expect(dumpOf(host, ['not there'])).rejects.toMatchObject({ reason: 'dump-failed' });
  });

  it('fails when the engine gives no more data, and leaves no account or connection behind', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (t TEXT)', 'CREATE TABLE b (t TEXT)');
    const dumpers = `SELECT (SELECT COUNT(*) FROM mysql.user WHERE User LIKE 'dump\\_%')
      + (SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER LIKE 'dump\\_%') AS n`;
    await as(host, async (holder) => {
      await holder.run('LOCK TABLES b WRITE');
      const output = new PassThrough().resume();
      const failed = once(output, 'error');
      const dump = dumpDatabase(mariadb.server, {
        database: host.name,
        output,
        signal: never,
        stallMs: 1000,
      });
      await expect(dump).rejects.toMatchObject({
        reason: 'dump-stalled',
        detail: { values: { minutes: 1 } },
      });
      await failed;
    });
    for (;;) {
      const [found] = await withAdmin(mariadb.server, (admin) => admin.rows(Count, dumpers));
      if (found?.n === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await dumpOf(host)).toString()).toContain('Dump completed');
  });

  it('restores one table alone and leaves the others, whose constraints hold', async () => {
    const host = await newHost();
    await fill(host);
    const all = await dumpOf(host);
    await runAll(host, 'DELETE FROM child', "UPDATE parent SET name = 'new' WHERE id = 2");
    await load(host, all, { mode: 'merge', only: 'child' });
    expect(await rowsOf(host, Count, 'SELECT COUNT(*) AS n FROM child')).toEqual([{ n: 2 }]);
    expect(await rowsOf(host, Text, 'SELECT name AS t FROM parent WHERE id = 2')).toEqual([{ t: 'new' }]);
    await expect(runAll(host, 'INSERT INTO child VALUES (8, 12345)')).rejects.toThrow(/foreign key/);
    await expect(runAll(host, 'DELETE FROM parent WHERE id = 1')).rejects.toThrow(/foreign key/);
  });
});

it('restores only the chosen sequence from a dump, and issues none of its earlier numbers again', async () => {
  const host = await newHost();
  await runAll(host, 'CREATE SEQUENCE numbers START WITH 7', 'CREATE SEQUENCE others', 'DO NEXTVAL(numbers)');
  const dump = await dumpOf(host);
  const next = 'SELECT NEXTVAL(numbers) AS n';
  const [before] = await rowsOf(host, Count, next);
  await runAll(host, 'DROP SEQUENCE numbers', 'DROP SEQUENCE others');
  await load(host, dump, { mode: 'merge', only: 'numbers' });
  // The engine had reserved these numbers, so it does not give them again.
  expect((await rowsOf(host, Count, next))[0]?.n).toBeGreaterThanOrEqual(before?.n ?? Infinity);
  expect(
    (await withAdmin(mariadb.server, (admin) => tablesOf(admin, host.name))).map(({ name }) => name),
  ).toEqual(['numbers']);
});

describe('an import', () => {
  it('adds to existing tables, completely or not at all', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (id INT PRIMARY KEY, t TEXT)', "INSERT INTO a VALUES (1, 'x')");
    const more =
      "INSERT INTO a VALUES (2, 'y');\nCREATE TABLE IF NOT EXISTS a (z INT);\nUPDATE a SET t = 'z' WHERE id = 1;";
    await load(host, more, { mode: 'merge' });
    expect(await rowsOf(host, Text, 'SELECT t FROM a ORDER BY id')).toEqual([{ t: 'z' }, { t: 'y' }]);
    await runAll(host, 'CREATE TABLE b (id INT)', 'CREATE TABLE c (id INT)');
    await load(host, 'INSERT INTO b VALUES (1);\nDROP TABLE b, c;\nCREATE TABLE c (t TEXT);', {
      mode: 'merge',
    });
    const shown = await withAdmin(mariadb.server, (admin) => tablesOf(admin, host.name));
    expect(shown.map(({ name }) => name)).toEqual(['a', 'c']);
    const before = await stateOf(host);
    const twice = load(host, "INSERT INTO a VALUES (3, 'c'), (1, 'again');", { mode: 'merge' });
    await expect(twice).rejects.toMatchObject({ reason: 'dump-statement-failed' });
    await expect(load(host, 'CREATE TABLE a (z INT);', { mode: 'merge' })).rejects.toThrow(
      'dump-statement-failed',
    );
    expect(await stateOf(host)).toEqual(before);
  });

  it.each([
    ['a table of another database', 'INSERT INTO u_vhaxb.secret VALUES (1);', 'dump-statement-refused'],
    ['the live database by its name', 'CREATE TABLE `LIVE`.x (a INT);', 'dump-statement-refused'],
    ['rights', 'GRANT ALL ON *.* TO x;', 'dump-statement-refused'],
    ['a second database', 'USE one;\nCREATE TABLE a (a INT);\nUSE two;', 'dump-statement-refused'],
    ['a string without end', "INSERT INTO a VALUES ('x", 'dump-cut'],
    ['a missing trailer', '-- MariaDB dump 10.19\nCREATE TABLE a (a INT);', 'dump-cut'],
    ['UTF-16', Buffer.from('\ufeffCREATE TABLE a (a INT);', 'utf16le'), 'dump-utf16'],
    [
      'bytes of no known encoding',
      Buffer.from([...Buffer.from("SELECT '"), 0xd6, 0xd0, 0x27, 0x3b]),
      'dump-charset',
    ],
    ['nothing', '-- only a comment\n', 'dump-empty'],
    ['a wrong statement', 'CREATE TABLE;', 'dump-statement-failed'],
  ])('refuses %s and changes nothing', async (_, dump, reason) => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (t TEXT)', "INSERT INTO a VALUES ('kept')");
    const before = await stateOf(host);
    const text = typeof dump === 'string' ? dump.replace('LIVE', host.name) : dump;
    await expect(load(host, text)).rejects.toMatchObject({ reason });
    expect(await stateOf(host)).toEqual(before);
  });

  it('refuses a routine’s access beyond the database only when it runs, by the host’s own rights', async () => {
    const host = await newHost();
    await load(
      host,
      'CREATE DEFINER=`sitedeck`@`localhost` SQL SECURITY DEFINER VIEW v AS SELECT User FROM mysql.user;' +
        'CREATE TABLE a (id INT);',
    ).catch((error: unknown) => expect(error).toMatchObject({ reason: 'dump-statement-refused' }));
    await load(
      host,
      'DELIMITER //\nCREATE DEFINER=`sitedeck`@`localhost` PROCEDURE p() SQL SECURITY DEFINER SELECT * FROM mysql.global_priv//',
    );
    await expect(runAll(host, 'CALL p()')).rejects.toThrow(/denied/);
  });

  it('reads other encodings that the user chooses or the dump declares', async () => {
    const host = await newHost();
    const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xad, 0x5c]);
    const dump = (head: string) =>
      Buffer.concat([
        Buffer.from(`${head}CREATE TABLE a (t TEXT) CHARSET utf8mb4; INSERT INTO a VALUES ('`),
        gbk,
        Buffer.from("');"),
      ]);
    await load(host, dump(''), { charset: 'gbk' });
    const expected = [{ t: new TextDecoder('gbk').decode(gbk) }];
    expect(await rowsOf(host, Text, 'SELECT t FROM a')).toEqual(expected);
    await load(host, dump('/*!40101 SET NAMES gbk */;\n'));
    expect(await rowsOf(host, Text, 'SELECT t FROM a')).toEqual(expected);
  });

  it('accepts collations and replica settings of another engine’s dump', async () => {
    const host = await newHost();
    await load(
      host,
      'SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN;\nSET @@SESSION.SQL_LOG_BIN= 0;\n' +
        "SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '';\n" +
        'CREATE TABLE a (t TEXT COLLATE utf8mb4_0900_ai_ci) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;\n' +
        'INSERT INTO a VALUES (1);',
    );
    expect(await rowsOf(host, Text, 'SELECT t FROM a')).toEqual([{ t: '1' }]);
  });

  it('reads quotes as the engine does after any change of the session’s mode', async () => {
    const host = await newHost();
    const sets = [
      "SET sql_mode = CONCAT('NO_BACKSLASH', '_ESCAPES');",
      'SET @m = 1 << 20; SET SESSION `sql_mode` = @m;',
      "SET NAMES utf8mb4, sql_mode = 'NO_BACKSLASH_ESCAPES';",
    ];
    const string = String.raw`'\'`;
    for (const set of sets) {
      await load(
        host,
        `${set} CREATE TABLE a (t TEXT); INSERT INTO a VALUES (${string}); INSERT INTO a VALUES ('b');`,
      );
      expect(await rowsOf(host, Text, 'SELECT t FROM a ORDER BY t')).toEqual([{ t: '\\' }, { t: 'b' }]);
      const hidden = `${set} CREATE TABLE b (t INT) COMMENT=${string} DATA DIRECTORY='/tmp';`;
      await expect(load(host, hidden)).rejects.toThrow('dump-statement-refused');
    }
  });

  it.each(['SET NAMES utf8; SET NAMES', 'SET NAMES utf8; SET @a = 1, character_set_client ='])(
    'reads two-byte characters as the engine does, also if one half looks like another character: %s gbk',
    async (set) => {
      const host = await newHost();
      const dump = (comment: string, after: string) =>
        Buffer.from(`${set} gbk; CREATE TABLE a (t INT COMMENT '${comment}') ${after};`, 'latin1');
      const hidden = load(host, dump('\xbf\\', "DATA DIRECTORY='/tmp' COMMENT=' -- '"));
      await expect(hidden).rejects.toThrow('dump-statement-refused');
      await load(host, dump("\xd6\xd0\xbf\xbf\\'", "COMMENT='`\xce\xc4'"));
      const comments = 'SELECT COLUMN_COMMENT AS t FROM information_schema.COLUMNS';
      const sql = `${comments} WHERE TABLE_SCHEMA = '${host.name}'`;
      expect(await rowsOf(host, Text, sql)).toEqual([{ t: "中靠'" }]);
      await load(host, dump('\xc4\\', "COMMENT='\xb1`\xc4\\'"));
      expect(await rowsOf(host, Text, sql)).toEqual([{ t: '腬' }]);
    },
  );

  it('fails on a damaged archive before anything has changed', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (t TEXT)');
    const before = await stateOf(host);
    const packed = gzipSync(
      `CREATE TABLE b (t TEXT);\n${`INSERT INTO b VALUES ('${'x'.repeat(5000)}');\n`.repeat(50)}`,
    );
    const opened = await unpack({
      open: () =>
        Promise.resolve(Readable.from([packed.subarray(0, packed.length - 20)], { objectMode: false })),
    });
    expect(opened.format).toBe('gz');
    await expect(load(host, opened.source)).rejects.toMatchObject({ reason: 'dump-cut' });
    expect(await stateOf(host)).toEqual(before);
  });

  it('stops when the user cancels during a statement that runs for hours', async () => {
    const host = await newHost();
    const stop = new AbortController();
    const dump =
      'CREATE TABLE b (t INT);\nINSERT INTO b SELECT seq FROM seq_1_to_1000000 WHERE SLEEP(0.05) = 0;\n';
    const going = load(host, dump, { signal: stop.signal });
    going.catch(() => undefined);
    const running = `SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE USER = 'in_${host.name}' AND INFO LIKE 'INSERT%'`;
    for (;;) {
      const [found] = await withAdmin(mariadb.server, (admin) => admin.rows(Count, running));
      if (found?.n === 1) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    stop.abort();
    await expect(going).rejects.toThrow();
    expect(await withAdmin(mariadb.server, (admin) => admin.rows(Count, running))).toEqual([{ n: 0 }]);
  });

  const many = `INSERT INTO b VALUES ${Array.from({ length: 200 }, () => `('${'x'.repeat(4000)}')`).join(',')};`;
  const cubed = 'SELECT x.t FROM b x, b y, b z';
  const nothingLeftOf = async ({ name }: HostDatabase) => {
    const sql = `SELECT COUNT(*) AS n FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'in_${name}'`;
    expect(await withAdmin(mariadb.server, (admin) => admin.rows(Count, sql))).toEqual([{ n: 0 }]);
  };

  it('ends a running statement that writes far more than the quota', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (t TEXT)', "INSERT INTO a VALUES ('kept')");
    const dump = `CREATE TABLE b (t TEXT);\n${many}\nCREATE TABLE c (t TEXT);\nINSERT INTO c VALUES ('');\nINSERT INTO c ${cubed};\n`;
    await expect(load(host, dump, { quota: 1024 * 1024 })).rejects.toMatchObject({
      reason: 'database-over-quota',
    });
    expect(await rowsOf(host, Text, 'SELECT t FROM a')).toEqual([{ t: 'kept' }]);
    await nothingLeftOf(host);
  });

  it('ends when the shared disk becomes full, whatever fills it', async () => {
    const host = await newHost();
    const { bavail, bsize } = await statfs(mariadb.plan.data);
    // What the engine reserves for a table that begins empty counts only on the disk.
    const server = {
      ...mariadb.server,
      disk: { folder: mariadb.plan.data, spare: bavail * bsize - 100 * 1024 * 1024 },
    };
    const dump = `CREATE TABLE b (t TEXT);\n${many}\nCREATE TABLE c ${cubed};\n`;
    await expect(load(host, dump, { server })).rejects.toMatchObject({ reason: 'disk-full' });
    await nothingLeftOf(host);
  });

  it('does not begin if the shared disk has no space for the dump', async () => {
    const host = await newHost();
    const { bavail, bsize } = await statfs(mariadb.plan.data);
    const megabyte = 1024 * 1024;
    // Other programs write far less here meanwhile.
    const disk = { folder: mariadb.plan.data, spare: bavail * bsize - 4096 * megabyte };
    const read = jest.fn(() => Readable.from([Buffer.from('CREATE TABLE b (a INT)')]));
    const request = (bytes: number): ReplaceRequest => ({
      ...{ server: { ...mariadb.server, disk }, host, clients: CLIENTS, journal: { write: nothing } },
      ...{ read, bytes, mode: 'merge', quota: null, signal: never },
    });
    const tooMuch = 3 * 4096 * megabyte;
    await expect(replaceDatabase(request(tooMuch))).rejects.toMatchObject({ reason: 'disk-full' });
    expect(read).not.toHaveBeenCalled();
    await nothingLeftOf(host);
    expect(await replaceDatabase(request(megabyte))).toMatchObject({ statements: 1 });
  });

  it('limits the engine’s temporary space for one statement, and no session can raise the limit', async () => {
    const host = await newHost();
    const size = await as(host, async (connection) => {
      await connection.run('SET SESSION tmp_disk_table_size = 1 << 40');
      return connection.rows(Count, 'SELECT @@tmp_disk_table_size AS n');
    });
    expect(size).toEqual([{ n: 2 * 1024 ** 3 }]);
  });

  it('counts kept and imported tables against the quota, but not replaced ones', async () => {
    const host = await newHost();
    const filled = (table: string) =>
      `CREATE TABLE ${table} (t LONGTEXT);INSERT INTO ${table} SELECT REPEAT('x', 1000000) FROM seq_1_to_8;`;
    await load(host, filled('a'));
    const quota = 14_000_000;
    const merged = (dump: string) => load(host, dump, { mode: 'merge', quota });
    await expect(merged(filled('b'))).rejects.toMatchObject({ reason: 'database-over-quota' });
    expect((await withAdmin(mariadb.server, (admin) => tablesOf(admin, host.name))).length).toBe(1);
    await merged(`DROP TABLE IF EXISTS a;${filled('a')}`);
    await merged(`DROP TABLE IF EXISTS a;${filled('b')}`);
  });

  it('stops at the quota, and when the user cancels', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE TABLE a (t TEXT)');
    const dump = `CREATE TABLE b (t LONGTEXT);\n${`INSERT INTO b VALUES ('${'x'.repeat(100_000)}');\n`.repeat(20)}`;
    await expect(load(host, dump, { quota: 1000 })).rejects.toMatchObject({ reason: 'database-over-quota' });
    const stop = new AbortController();
    const endless = Readable.from(
      (function* () {
        yield Buffer.from('CREATE TABLE b (t LONGTEXT);\n');
        for (;;) yield Buffer.from("INSERT INTO b VALUES ('x');\n");
      })(),
      { objectMode: false },
    );
    const going = load(host, endless, {
      signal: stop.signal,
      onBytes: (bytes) => bytes > 10_000 && stop.abort(),
    });
    await expect(going).rejects.toThrow();
    const { tables } = await withAdmin(mariadb.server, (admin) => measureSize(admin, host.name));
    expect(tables).toBe(1);
  });
});

describe('objects that an engine can’t read', () => {
  const fileOf = (host: HostDatabase, name: string) => join(mariadb.plan.data, host.name, name);
  const asAdmin = (...statements: readonly string[]) =>
    withAdmin(mariadb.server, async (admin) => {
      for (const statement of statements) await admin.run(statement);
    });

  it('loads a dump with broken triggers and events, and names them', async () => {
    const host = await newHost();
    await runAll(
      host,
      'CREATE TABLE t (id INT PRIMARY KEY)',
      'INSERT INTO t VALUES (1)',
      'CREATE TRIGGER broken BEFORE INSERT ON t FOR EACH ROW SET NEW.id = NEW.id',
      "CREATE EVENT `odd ``event` ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01' DO DELETE FROM t",
    );
    // As a later version’s keyword does to text of an earlier version.
    await asAdmin(`FLUSH TABLES ${quoteName(host.name)}.t`);
    const triggers = await readFile(fileOf(host, 't.TRG'), 'latin1');
    await writeFile(fileOf(host, 't.TRG'), triggers.replaceAll('SET NEW.id = NEW.id', 'SET NEW.id = = W.id'));
    await asAdmin(
      `UPDATE mysql.event SET body = 'SELECT FROM FROM' WHERE db = '${host.name}'`,
      'FLUSH TABLES',
    );
    const dump = await dumpOf(host);
    for (const mode of ['replace', 'merge'] as const) {
      const other = await newHost();
      expect(await load(other, dump, { mode })).toMatchObject({ lost: ['broken', 'odd `event'] });
      expect(await rowsOf(other, Count, 'SELECT id AS n FROM t')).toEqual([{ n: 1 }]);
    }
    await asAdmin(`DELETE FROM mysql.event WHERE db = '${host.name}'`);
  });

  it('leaves broken routines out of a dump, no others, and names them', async () => {
    const host = await newHost();
    await runAll(
      host,
      'CREATE TABLE t (id INT)',
      'INSERT INTO t VALUES (1)',
      "CREATE PROCEDURE `a``b'c` () SELECT 1",
      'CREATE FUNCTION sound () RETURNS INT DETERMINISTIC RETURN 5',
      'CREATE FUNCTION odd () RETURNS INT DETERMINISTIC RETURN 6',
    );
    const body = `SELECT FROM FROM\nmariadb-dump: of two lines`;
    await withAdmin(mariadb.server, async (admin) => {
      await admin.run(`UPDATE mysql.proc SET body = ? WHERE db = ? AND name <> 'sound'`, [body, host.name]);
    });
    const output = new PassThrough();
    const [gaps, dump] = await Promise.all([
      dumpDatabase(mariadb.server, { database: host.name, output, signal: never }),
      buffer(output),
    ]);
    expect(gaps).toMatchObject([
      { is: 'routine', name: 'odd' },
      { is: 'routine', name: "a`b'c" },
    ]);
    const other = await newHost();
    expect(await load(other, dump)).toMatchObject({ lost: [] });
    expect(await rowsOf(other, Count, 'SELECT sound() AS n FROM t')).toEqual([{ n: 5 }]);
    await asAdmin(`DELETE FROM mysql.proc WHERE db = '${host.name}' AND name <> 'sound'`);
  });

  it('lets a swap replace damaged tables, and keeps them if the swap fails', async () => {
    const host = await newHost();
    const [gone, repairable] = [quoteName('odd $#é'), 'repairable'];
    await runAll(
      host,
      `CREATE TABLE ${gone} (id INT)`,
      'CREATE TABLE parts (id INT) PARTITION BY HASH (id) PARTITIONS 2',
      `CREATE TABLE ${repairable} (id INT, KEY (id)) ENGINE=MyISAM`,
      `INSERT INTO ${repairable} VALUES (1), (2)`,
    );
    await asAdmin('FLUSH TABLES');
    await truncate(fileOf(host, `${repairable}.MYI`), 100);
    const busy = await openConnection(mariadb.server);
    try {
      await busy.run(`LOCK TABLES ${quoteName(host.name)}.parts READ`);
      const loading = load(host, 'CREATE TABLE fresh (id INT);').catch((error: unknown) => error);
      await interrupt('RENAME TABLE%');
      expect(await loading).toMatchObject({ code: 'ER_QUERY_INTERRUPTED' });
    } finally {
      await busy.close();
    }
    await asAdmin(`REPAIR TABLE ${quoteName(host.name)}.${repairable} USE_FRM`);
    expect(await rowsOf(host, Count, `SELECT COUNT(*) AS n FROM ${repairable}`)).toEqual([{ n: 2 }]);
    for (const name of ['odd@0020@0024@0023@0p.ibd', 'parts#P#p1.ibd']) await rm(fileOf(host, name));
    await load(host, 'CREATE TABLE fresh (id INT);');
    expect(
      (await withAdmin(mariadb.server, (admin) => tablesOf(admin, host.name))).map(({ name }) => name),
    ).toEqual(['fresh']);
  });

  /** Ends a statement once it waits. */
  async function interrupt(like: string): Promise<void> {
    const sql = 'SELECT ID AS n FROM information_schema.PROCESSLIST WHERE INFO LIKE ? AND STATE LIKE ?';
    for (;;) {
      const [found] = await withAdmin(mariadb.server, (admin) => admin.rows(Count, sql, [like, 'Waiting%']));
      if (found) return asAdmin(`KILL QUERY ${found.n}`);
      await sleep(20);
    }
  }
});

describe('an administrator of a remote server', () => {
  const PASSWORD = 'of-an-administrator';
  const administrator = async (user: string, ...grants: readonly string[]) => {
    await withAdmin(mariadb.server, async (admin) => {
      await admin.run(`CREATE USER ${user}@localhost IDENTIFIED BY '${PASSWORD}'`);
      for (const grant of grants) await admin.run(`GRANT ${grant} TO ${user}@localhost WITH GRANT OPTION`);
    });
    return { ...mariadb.server, admin: { user, password: PASSWORD } };
  };

  it('takes over from the previous administrator', async () => {
    const host = await newHost();
    await runAll(host, 'CREATE PROCEDURE p () SELECT 5');
    const server = await administrator('successor', 'ALL ON *.*');
    await withAdmin(server, (admin) => ensureHostDatabase(admin, host, FREE));
    const [shown] = await rowsOf(
      host,
      z.object({ 'Create Procedure': z.string() }),
      'SHOW CREATE PROCEDURE p',
    );
    expect(shown?.['Create Procedure']).toContain('SELECT 5');
  });

  it('needs no right to change the engine’s own tables', async () => {
    const server = await administrator(
      'narrow',
      'CREATE USER, RELOAD, PROCESS, SHOW DATABASES, CONNECTION ADMIN ON *.*',
      'SELECT ON mysql.*',
      'ALL ON `u\\_%`.*',
    );
    const host = { name: 'u_narrow', user: 'u_narrow', password: 'secret-of-narrow' };
    await withAdmin(server, async (admin) => {
      await ensureHostDatabase(admin, host, FREE);
      await shareRoutines(admin, host);
      await applyRights(admin, host, { ...FREE, overQuota: true });
    });
    await expect(runAll(host, 'CREATE TABLE t (id INT)')).rejects.toThrow(/denied/);
  });
});

describe('an engine or a worker that dies', () => {
  const kept = (): { value: Swap | null; write: (swap: Swap | null) => Promise<void> } => {
    const journal = {
      value: null as Swap | null,
      write: (swap: Swap | null) => {
        journal.value = swap;
        return Promise.resolve();
      },
    };
    return journal;
  };

  it('leaves the database in its old or its new state, at whichever step it dies', async () => {
    const [from, host] = [await newHost(), await newHost()];
    await fill(from);
    const dump = await dumpOf(from);
    await runAll(host, 'CREATE TABLE old (t TEXT)', 'CREATE VIEW old_view AS SELECT t FROM old');
    const [before, after] = [await stateOf(host), await stateOf(from)];
    const settle = async (journal: ReturnType<typeof kept>) => {
      const request = { server: mariadb.server, host, clients: CLIENTS, journal: { write: journal.write } };
      await withAdmin(mariadb.server, (admin) => ensureHostDatabase(admin, host, FREE));
      if (journal.value) await settleSwap(request, journal.value);
      return stateOf(host);
    };

    // Kills the engine during the load.
    const journal = kept();
    const killed = load(host, dump, {
      journal: journal.write,
      onBytes: () => void mariadb.kill(),
    });
    await expect(killed).rejects.toMatchObject({ reason: 'database-down' });
    await mariadb.start();
    expect(await settle(journal)).toEqual(before);

    // Kills the engine during the swap, at three moments.
    for (const pause of [0, 5, 20]) {
      const own = kept();
      let timer: NodeJS.Timeout | undefined;
      const write = async (swap: Swap | null) => {
        await own.write(swap);
        if (swap) timer = setTimeout(() => void mariadb.kill(), pause);
      };
      const outcome = await load(host, dump, { journal: write }).then(
        () => 'done' as const,
        () => 'failed' as const,
      );
      clearTimeout(timer);
      await mariadb.kill();
      await mariadb.start();
      const state = await settle(own);
      expect([before, after]).toContainEqual(state);
      if (outcome === 'done') expect(state).toEqual(after);
      await runAll(host, 'SELECT 1');
      if (state['old'] === undefined)
        await load(host, 'CREATE TABLE old (t TEXT); CREATE VIEW old_view AS SELECT t FROM old;');
      expect(await stateOf(host)).toEqual(before);
    }

    // Kills the worker right after it has written the journal, and right before it clears it.
    for (const at of ['first', 'last'] as const) {
      const own = kept();
      const write = async (swap: Swap | null) => {
        if (swap || at === 'first') await own.write(swap);
        if ((swap === null) === (at === 'last')) throw new Error('lost');
      };
      await expect(load(host, dump, { journal: write })).rejects.toThrow('lost');
      expect(own.value).not.toBeNull();
      expect(await settle(own)).toEqual(at === 'first' ? before : after);
    }
  });
});

describe('a text replacement', () => {
  it('keeps the lengths of serialised PHP, in rows with a key, in one transaction', async () => {
    const host = await newHost();
    const value = 'a:1:{s:3:"url";s:99:"http://old.example";}';
    const nested = `s:${Buffer.byteLength('http://old.example/中文')}:"http://old.example/中文";`;
    const serialised = `a:2:{s:3:"url";s:18:"http://old.example";s:4:"more";s:${Buffer.byteLength(nested)}:"${nested}";}`;
    await runAll(
      host,
      'CREATE TABLE options (id INT PRIMARY KEY, v LONGTEXT)',
      'CREATE TABLE posts (a INT, b VARCHAR(10), v TEXT CHARACTER SET latin1, PRIMARY KEY (a, b))',
      'CREATE TABLE keyless (v TEXT)',
      "INSERT INTO posts VALUES (1, 'x', 'see http://old.example and http://old.example/b'), (1, 'y', 'none')",
      "INSERT INTO keyless VALUES ('http://old.example')",
    );
    await as(host, (connection) =>
      connection.run('INSERT INTO options VALUES (1, ?), (2, ?), (3, ?)', [
        serialised,
        value,
        'http://old.exampl',
      ]),
    );
    const request = {
      server: mariadb.server,
      host,
      from: 'http://old.example',
      to: 'https://new.example.org',
      signal: never,
    };
    expect(await countReplacements(request)).toEqual({
      tables: [
        { name: 'keyless', rows: 1, serialised: 0, keyed: false },
        { name: 'options', rows: 2, serialised: 1, keyed: true },
        { name: 'posts', rows: 1, serialised: 0, keyed: true },
      ],
      rows: 4,
      complete: true,
    });
    expect(await replaceText(request, () => undefined)).toEqual({ rows: 3, tables: 2, skipped: ['keyless'] });
    const inner = 's:30:"https://new.example.org/中文";';
    expect(await rowsOf(host, Text, 'SELECT v AS t FROM options ORDER BY id')).toEqual([
      {
        t: `a:2:{s:3:"url";s:23:"https://new.example.org";s:4:"more";s:${Buffer.byteLength(inner)}:"${inner}";}`,
      },
      // Its lengths were wrong before, so it counts as text.
      { t: value.replaceAll(request.from, request.to) },
      { t: 'http://old.exampl' },
    ]);
    expect(await rowsOf(host, Text, 'SELECT v AS t FROM posts ORDER BY b')).toEqual([
      { t: 'see https://new.example.org and https://new.example.org/b' },
      { t: 'none' },
    ]);
  });
});

it('dumps and replaces over TCP, on an engine that only accepts remote clients', async () => {
  const { plan } = mariadb;
  const root = { user: 'far', password: String.raw`of-"the\far'#"x\n` };
  await withAdmin(mariadb.server, async (admin) => {
    await admin.run("CREATE USER far@'127.0.0.1' IDENTIFIED BY ?", [root.password]);
    await admin.run("GRANT ALL PRIVILEGES ON *.* TO far@'127.0.0.1' WITH GRANT OPTION");
  });
  const address = { is: 'tcp', host: '127.0.0.1', port: plan.listen?.port ?? 0 } as const;
  const server = { ...mariadb.server, address, admin: root };
  const clients = { local: false, remote: 'plain' } as const;
  const host = { name: 'u_far', user: 'u_far', password: 'secret-of-far-away' };
  await withAdmin(server, (admin) => ensureHostDatabase(admin, host, { overQuota: false, clients }));
  const from = await newHost();
  await fill(from);
  const dump = await dumpOf(from);
  const read = () => Readable.from([dump], { objectMode: false });
  const journal = { write: nothing };
  await replaceDatabase({
    server,
    host,
    clients,
    journal,
    read,
    mode: 'replace',
    quota: null,
    signal: never,
  });
  const output = new PassThrough();
  const parts: Buffer[] = [];
  output.on('data', (part: Buffer) => parts.push(part));
  await dumpDatabase(server, { database: host.name, output, signal: never });
  const far = Buffer.concat(parts).toString('latin1');
  const near = dump.toString('latin1').replaceAll(from.name, host.name);
  expect(far.replaceAll('`%`', '`localhost`').replaceAll('Host: 127.0.0.1', 'Host: localhost')).toBe(near);
});

it('dumps straight into a program, and closes its input only after a complete dump', async () => {
  const host = await newHost();
  await fill(host);
  const into = async (tables?: readonly string[]): Promise<Buffer> => {
    const cat = startFilter({ file: 'cat', args: [] }, { failure: (why) => new Error(why) });
    const request = { database: host.name, tables, output: cat.input, signal: never };
    const dumping = dumpDatabase(mariadb.server, request).catch((error: unknown) => {
      expect(cat.input).toMatchObject({ writableEnded: false, destroyed: false });
      cat.fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    const [dump] = await Promise.all([buffer(cat.output), dumping]);
    return dump;
  };
  expect((await into()).equals(await dumpOf(host))).toBe(true);
  await expect(into(['not there'])).rejects.toMatchObject({ reason: 'dump-failed' });
});

it('dumps straight into an open file, and reports when the file takes no more', async () => {
  const host = await newHost();
  await fill(host);
  const into = async (path: string, atMost?: number, dump = mariadb.server.dump): Promise<void> => {
    const cat = startFilter({ file: 'cat', args: [] }, { failure: (why) => new Error(why) });
    const file = await open(path, 'a+');
    const nothing = buffer(cat.output);
    try {
      const request = { database: host.name, output: cat.input, signal: never };
      await dumpDatabase({ ...mariadb.server, dump }, { ...request, file: { fd: file.fd, atMost } });
      expect(await nothing).toHaveLength(0);
    } catch (error) {
      nothing.catch(() => undefined);
      cat.fail(new Error('ended'));
      throw error;
    } finally {
      await file.close();
    }
  };
  const folder = await mkdtemp(join(tmpdir(), 'straight-'));
  await chmod(folder, 0o755);
  const path = join(folder, 'complete.sql');
  await into(path);
  const dump = await readFile(path);
  expect(dump.equals(await dumpOf(host))).toBe(true);
  // The last write of this dump program fails as on a full disk, and the program still reports success.
  const cut = join(folder, 'cut');
  const limit = `exec prlimit --fsize=${dump.length - 1} -- ${mariadb.server.dump} "$@"`;
  await writeFile(cut, `#!/bin/sh\ntrap '' XFSZ\n${limit}\n`, { mode: 0o755 });
  await expect(into(join(folder, 'cut.sql'), undefined, cut)).rejects.toMatchObject({ reason: 'disk-full' });
  await writeFile(cut, '#!/bin/sh\necho "mariadb-dump: Got errno 122 on write" >&2; exit 5\n');
  await expect(into(join(folder, 'cut.sql'), undefined, cut)).rejects.toMatchObject({ reason: 'over-quota' });
  await expect(into(join(folder, 'short.sql'), 1000)).rejects.toMatchObject({ reason: 'over-quota' });
  await rm(folder, { recursive: true });
  await expect(into('/dev/full')).rejects.toMatchObject({ reason: 'disk-full' });
});

it('gives a loader no access to the live database', async () => {
  const host = await newHost();
  await runAll(host, 'CREATE TABLE a (t TEXT)');
  const loader = { name: 'in_loader', user: 'in_loader', password: 'of-the-loader' };
  await withAdmin(mariadb.server, async (admin) => {
    await admin.run('CREATE DATABASE in_loader');
    await createLoadAccount(admin, loader);
  });
  await as(loader, async (connection) => {
    await expect(connection.run(`SELECT * FROM ${host.name}.a`)).rejects.toThrow(/denied/);
    await expect(connection.run(`USE ${host.name}`)).rejects.toThrow(/denied/);
    await connection.run('CREATE TABLE t (a INT)');
  });
  await withAdmin(mariadb.server, (admin) => admin.run('DROP DATABASE in_loader'));
});
