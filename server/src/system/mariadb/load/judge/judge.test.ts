import { judgeStatement } from './judge';
import { quotingOf, USUAL_QUOTING, type Quoting } from '../syntax/quoting';
import { Splitter } from '../syntax/splitter';

const ENGINE = 101_114;
const READER = { engine: ENGINE, quoting: USUAL_QUOTING };

const why = (text: string) => {
  const judged = judgeStatement(text, READER);
  return judged.is === 'refused' ? judged.why : judged.is;
};

/** Statements cut from a text that arrives in chunks of any length. */
function cut(text: string, piece: number, quoting = USUAL_QUOTING): { text: string; line: number }[] {
  const splitter = new Splitter(ENGINE);
  splitter.quoting = quoting;
  const found: { text: string; line: number }[] = [];
  const all = Buffer.from(text);
  const take = () => {
    for (let next = splitter.take(); next; next = splitter.take())
      found.push({ text: next.bytes.toString(), line: next.line });
  };
  for (let at = 0; at < all.length; at += piece) {
    splitter.push(all.subarray(at, at + piece));
    take();
  }
  splitter.finish();
  take();
  return found;
}

it.each([
  ['GRANT ALL ON *.* TO x', 'rights'],
  ['/*!40000 GRANT ALL ON *.* TO x */', 'rights'],
  ['/*M!100100 REVOKE ALL ON *.* FROM x */', 'rights'],
  ['/* harmless */ /*! gRaNt all on *.* to x */', 'rights'],
  ['CREATE USER x', 'rights'],
  ['CREATE OR REPLACE USER x', 'rights'],
  ['DROP USER x', 'rights'],
  ['ALTER USER x IDENTIFIED BY "y"', 'rights'],
  ['CREATE ROLE r', 'rights'],
  ['SET PASSWORD = PASSWORD("x")', 'rights'],
  ['SET ROLE admin', 'rights'],
  ['SET DEFAULT ROLE admin', 'rights'],
  ["LOAD DATA INFILE '/etc/passwd' INTO TABLE t", 'server-files'],
  ["LOAD XML LOCAL INFILE '/etc/passwd' INTO TABLE t", 'server-files'],
  ["SELECT * FROM t INTO OUTFILE '/tmp/x'", 'server-files'],
  ["(SELECT 'x') INTO DUMPFILE '/tmp/x'", 'server-files'],
  ["SELECT LOAD_FILE('/etc/passwd')", 'server-files'],
  ["CREATE TABLE t (a INT) DATA DIRECTORY='/tmp'", 'server-files'],
  ["CREATE TABLE t (a INT) ENGINE=FEDERATED CONNECTION='mysql://x'", 'server-files'],
  ["CREATE TABLE t (a INT) ENGINE = CONNECT TABLE_TYPE=CSV FILE_NAME='/etc/passwd'", 'server-files'],
  ["CREATE FUNCTION f RETURNS STRING SONAME 'x.so'", 'server-files'],
  ["CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'x')", 'server-control'],
  ['SET GLOBAL general_log = 1', 'server-settings'],
  ['SET @a = 1, GLOBAL general_log = 1', 'server-settings'],
  ['SET @@global.general_log = 1', 'server-settings'],
  ['SET @@GLOBAL . general_log = 1', 'server-settings'],
  ['SET PERSIST x = 1', 'server-settings'],
  ['SHUTDOWN', 'server-control'],
  ['KILL 1', 'server-control'],
  ["INSTALL SONAME 'x'", 'server-control'],
  ['FLUSH PRIVILEGES', 'server-control'],
  ["CHANGE MASTER TO MASTER_HOST='x'", 'server-control'],
  ['RESET MASTER', 'server-control'],
  ["PREPARE s FROM 'DROP DATABASE x'", 'dynamic'],
  ["EXECUTE IMMEDIATE 'SHUTDOWN'", 'dynamic'],
  ['BEGIN NOT ATOMIC SHUTDOWN', 'dynamic'],
  ["BEGIN EXECUTE IMMEDIATE 'SHUTDOWN'; END", 'dynamic'],
  ['SET STATEMENT max_statement_time=1 FOR SHUTDOWN', 'dynamic'],
  ["XA START 'x'", 'transaction'],
  ['\\! id', 'client-command'],
  ['system id', 'client-command'],
  ['source /etc/passwd', 'client-command'],
  ['tee /tmp/x', 'client-command'],
  ['FROBNICATE', 'foreign'],
])('refuses statements that reach beyond the database: %s', (text, expected) => {
  expect(why(text)).toBe(expected);
});

const COLUMNS = Array.from(
  { length: 300 },
  (_, at) => `\`column_${at}\` VARCHAR(200) COMMENT 'it''s'`,
).join();
const LONG = `'${'x'.repeat(20_000)}'`;

it.each([
  [`CREATE TABLE t (${COLUMNS}) DATA DIRECTORY='/tmp'`, 'server-files'],
  [`CREATE TABLE t (a INT COMMENT ${LONG}) ENGINE=CONNECT`, 'server-files'],
  [`ALTER TABLE t COMMENT ${LONG}, ENGINE = FEDERATED`, 'server-files'],
  [`CREATE FUNCTION f RETURNS STRING /* ${LONG} */ SONAME 'x.so'`, 'server-files'],
  [`CREATE TABLE t (${COLUMNS}) ENGINE=InnoDB`, 'run'],
])('reads options at any distance from the statement’s beginning, case %#', (text, expected) => {
  expect(why(text)).toBe(expected);
});

const NO_BACKSLASHES: Quoting = { backslashes: false, ansi: false };
const ANSI: Quoting = { backslashes: true, ansi: true };

it.each([
  ["CREATE TABLE t (a INT) COMMENT='\\' DATA DIRECTORY='/tmp'", NO_BACKSLASHES],
  ['CREATE TABLE t (a INT, "\\" INT) ENGINE=CONNECT COMMENT "x"', ANSI],
])('reads quotes by the session’s mode: %s', (text, quoting) => {
  const judged = judgeStatement(text, { engine: ENGINE, quoting });
  expect(judged).toEqual({ is: 'refused', why: 'server-files' });
  expect(why(text)).toBe('run');
});

it.each([1, 2, 3, 10_000])('cuts where strings end in the session’s mode, in chunks of %s bytes', (piece) => {
  const backslashes = String.raw`SELECT 'a\\\';b\\';SELECT 'it''s;', 'c\'';SELECT "\";"`;
  expect(cut(backslashes, piece).map(({ text }) => text)).toEqual([
    String.raw`SELECT 'a\\\';b\\'`,
    String.raw`SELECT 'it''s;', 'c\''`,
    String.raw`SELECT "\";"`,
  ]);
  const none = String.raw`SELECT '\';SELECT "\", 'x;'`;
  expect(cut(none, piece, NO_BACKSLASHES).map(({ text }) => text)).toEqual([
    String.raw`SELECT '\'`,
    String.raw`SELECT "\", 'x;'`,
  ]);
  const ansi = String.raw`SELECT "\";SELECT '\';'`;
  expect(cut(ansi, piece, ANSI).map(({ text }) => text)).toEqual([
    String.raw`SELECT "\"`,
    String.raw`SELECT '\';'`,
  ]);
});

it.each([
  'DO SETVAL(`s`, 5, 0)',
  'DO SETVAL(`odd ``; seq`, -3, 0)',
  'do setval ( s , 9223372036854775806 , 1 , 2 )',
  '/* a comment */ DO SETVAL(`s`, 5)',
])('runs statements that restore a sequence’s position: %s', (text) => {
  expect(judgeStatement(text, READER)).toEqual({ is: 'run' });
});

it.each([
  'DO SLEEP(100)',
  'DO 1',
  'DO',
  'DO NEXTVAL(`s`)',
  'DO SETVAL(`other`.`s`, 5, 0)',
  'DO SETVAL(other.s, 5)',
  'DO SETVAL(`s`, SLEEP(100), 0)',
  'DO SETVAL(`s`, (SELECT 1), 0)',
  'DO SETVAL(`s`, 5, 0), SLEEP(100)',
  'DO SLEEP(100), SETVAL(`s`, 5, 0)',
  'DO SETVAL(`s`, 5, 0) + SLEEP(100)',
  'DO SETVAL(`s`, 5 /*! + SLEEP(100) */, 0)',
  'DO SETVAL(`s`, 5, 0) /*!, SLEEP(100) */',
  'DO /*! SLEEP(100), */ SETVAL(`s`, 5, 0)',
  'DO SETVAL(@@datadir, 5, 0)',
  'DO SETVAL(@a, 5, 0)',
  "DO SETVAL('s', 5, 0)",
  'DO SETVAL(`s`, 5e3, 0)',
  'DO SETVAL(`s`, --5, 0)',
  'DO SETVAL(`s`, @a, 0)',
  'DO `SETVAL`(`s`, 5, 0)',
  'DO x.SETVAL(`s`, 5, 0)',
  "DO LOAD_FILE('/etc/passwd')",
  "DO (SELECT 'x' INTO OUTFILE '/tmp/x')",
  'DO RELEASE_ALL_LOCKS()',
])('refuses every other use of a function: %s', (text) => {
  expect(why(text)).toBe('dynamic');
});

const textOf = (text: string): string | undefined => {
  const judged = judgeStatement(text, READER);
  return judged.is === 'run' ? judged.text : why(text);
};

it('removes the database’s name from sequences in defaults and from triggers, and nowhere else', () => {
  expect(textOf('CREATE TABLE t (a INT DEFAULT nextval(`u_x`.`s`), b INT DEFAULT (lastval(u_x . s)))')).toBe(
    'CREATE TABLE t (a INT DEFAULT nextval(`s`), b INT DEFAULT (lastval(s)))',
  );
  expect(textOf('ALTER TABLE t ALTER a SET DEFAULT (NEXT VALUE FOR `u_x`.`s`)')).toBe(
    'ALTER TABLE t ALTER a SET DEFAULT (NEXT VALUE FOR `s`)',
  );
  expect(
    textOf('CREATE TABLE t (a TEXT DEFAULT \'nextval(`u_x`.`s`)\' COMMENT "nextval(`u_x`.`s`)")'),
  ).toBeUndefined();
  expect(textOf('CREATE TABLE `u_x`.t (a INT DEFAULT 5)')).toBeUndefined();
  expect(
    textOf(
      'CREATE DEFINER=`a`@`b` TRIGGER `u_x`.`g` BEFORE INSERT ON `u_x`.`t` FOR EACH ROW SET @a = `u_x`.f()',
    ),
  ).toBe('CREATE  TRIGGER `g` BEFORE INSERT ON `t` FOR EACH ROW SET @a = `u_x`.f()');
  expect(textOf("CREATE TABLE t (a INT DEFAULT nextval(`u_x`.`s`)) DATA DIRECTORY='/tmp'")).toBe(
    'server-files',
  );
});

it('judges a sequence like a table', () => {
  expect(judgeStatement('CREATE SEQUENCE `s` start with 1', READER)).toMatchObject({
    effect: { is: 'makes table', name: 's', ifNotExists: false },
  });
  expect(judgeStatement('DROP SEQUENCE IF EXISTS `s`', READER)).toMatchObject({
    effect: { is: 'drops tables', names: ['s'] },
  });
});

it.each([
  ['SET @a = 1, sql_mode = @b', true],
  [`SET @a = ${LONG}, SQL_MODE = 'NO_BACKSLASH_ESCAPES'`, true],
  ['SET SESSION `sql_mode` = @b', true],
  ['SET @@`sql_mode` = @b', true],
  ['SET NAMES utf8mb4', true],
  ['SET @a = 1, NAMES gbk', true],
  ["SET @saved_cs_client = @@character_set_client, @b = ','", false],
])('recognizes statements that may change how quotes are read: %#', (text, may) => {
  const judged = judgeStatement(text, READER);
  expect(judged.is === 'run' && judged.effect?.is === 'session').toBe(may);
});

it.each([
  ['USE other', 'skip'],
  ['CREATE DATABASE x', 'skip'],
  ['CREATE DATABASE /*!32312 IF NOT EXISTS*/ `x` /*!40100 DEFAULT CHARACTER SET utf8 */', 'skip'],
  ['DROP DATABASE x', 'skip'],
  ['LOCK TABLES `t` WRITE', 'skip'],
  ['SET @@GLOBAL.GTID_PURGED=/*!80000 "+"*/ "x"', 'skip'],
  ['SET @@SESSION.SQL_LOG_BIN= 0', 'skip'],
  ['/*M!999999\\- enable the sandbox mode */', 'skip'],
  ['/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */', 'run'],
  ['/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */', 'run'],
  ['INSERT INTO `t` VALUES ("GRANT ALL ON *.* TO x; INTO OUTFILE")', 'run'],
  ['/*!40000 ALTER TABLE `t` DISABLE KEYS */', 'run'],
])('accepts the statements that dumps consist of: %s', (text, expected) => {
  expect(why(text)).toBe(expected);
});

it.each([
  'CREATE DEFINER=`root`@`localhost` VIEW `v` AS SELECT 1',
  "CREATE DEFINER = 'root'@'%' VIEW `v` AS SELECT 1",
  'CREATE DEFINER=root@localhost VIEW `v` AS SELECT 1',
  'CREATE DEFINER=CURRENT_USER() VIEW `v` AS SELECT 1',
  '/*!50001 CREATE ALGORITHM=UNDEFINED */ /*!50013 DEFINER=`a``b`@`%` SQL SECURITY DEFINER */ /*!50001 VIEW `v` AS SELECT 1 */',
])('removes the definer of an object: %s', (text) => {
  const judged = judgeStatement(text, READER);
  expect(judged).toMatchObject({ is: 'run', definer: true });
  expect(judged.is === 'run' && judged.text).not.toMatch(/DEFINER\s*=/);
});

it('leaves a definer alone that only occurs in a body', () => {
  const text = "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.x = 'DEFINER=`root`@`localhost`'";
  expect(judgeStatement(text, READER)).toEqual({ is: 'run', effect: { is: 'makes object', name: 't' } });
});

it.each([
  ['CREATE TRIGGER `a``b` BEFORE INSERT ON t FOR EACH ROW SET NEW.x = 1', 'a`b'],
  ['CREATE DEFINER=`x`@`%` TRIGGER IF NOT EXISTS `d`.`g` BEFORE INSERT ON t FOR EACH ROW SET NEW.x = 1', 'g'],
  [
    '/*!50106 CREATE*/ /*!50117 DEFINER=`x`@`%`*/ /*!50106 EVENT `e` ON SCHEDULE EVERY 1 DAY DO SELECT 1 */',
    'e',
  ],
  ['CREATE OR REPLACE PACKAGE BODY Pack AS END', 'Pack'],
  ['CREATE FUNCTION d.f () RETURNS INT RETURN 1', 'f'],
  ['CREATE VIEW `v` AS SELECT 1', 'v'],
])('finds the name of an object: %s', (text, name) => {
  expect(judgeStatement(text, READER)).toMatchObject({ is: 'run', effect: { is: 'makes object', name } });
});

const DUMP = [
  "-- a comment; with a semicolon and a ' quote",
  'INSERT INTO a VALUES (\'x;\\\'y\', "q;""", `n;``m`);',
  "/* block ; ' */ SELECT 1 -- end ; here",
  '  + 2;',
  'SELECT 5--1, 4 # ; no',
  ';',
  '/*!40101 SET NAMES utf8 */;',
  'DELIMITER $$',
  'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @x = 1; SET @y = 2; END $$',
  'delimiter ;',
  "INSERT INTO a VALUES ('中文\\\\');",
  'SELECT 1/2',
].join('\n');

it.each([1, 2, 3, 7, 64, 10_000])('cuts statements where they end, in chunks of %s bytes', (piece) => {
  expect(cut(DUMP, piece)).toEqual([
    { text: 'INSERT INTO a VALUES (\'x;\\\'y\', "q;""", `n;``m`)', line: 2 },
    { text: 'SELECT 1 -- end ; here\n  + 2', line: 3 },
    { text: 'SELECT 5--1, 4 # ; no\n', line: 5 },
    { text: '/*!40101 SET NAMES utf8 */', line: 7 },
    {
      text: 'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @x = 1; SET @y = 2; END ',
      line: 9,
    },
    { text: "INSERT INTO a VALUES ('中文\\\\')", line: 11 },
    { text: 'SELECT 1/2', line: 12 },
  ]);
});

/** One character per byte. */
function cutBytes(text: string, piece: number, client: string): string[] {
  const splitter = new Splitter(ENGINE);
  splitter.quoting = quotingOf('', client);
  const found: string[] = [];
  const take = () => {
    for (let next = splitter.take(); next; next = splitter.take()) found.push(next.bytes.toString('latin1'));
  };
  const all = Buffer.from(text, 'latin1');
  for (let at = 0; at < all.length; at += piece) {
    splitter.push(all.subarray(at, at + piece));
    take();
  }
  splitter.finish();
  take();
  return found;
}

it.each([1, 2, 3, 5, 100])('cuts two-byte characters that arrive in chunks of %d', (piece) => {
  // The last byte belongs to no text and is escaped as dump programs escape it: a backslash before it, and
  // one before the quote after it.
  const text =
    "INSERT INTO a VALUES ('\xc4\\');SELECT '\xff\\'; \xb1;';SELECT '\xc4\\\\\\\xc4\\';SELECT '\\\xc4\\'; '";
  expect(cutBytes(text, piece, 'gbk')).toEqual([
    "INSERT INTO a VALUES ('\xc4\\')",
    "SELECT '\xff\\'; \xb1;'",
    "SELECT '\xc4\\\\\\\xc4\\'",
    "SELECT '\\\xc4\\'; '",
  ]);
});

it.each(['|', '~~', 'aa', '\xcd\xea', '\x81|', '\x81\xa0\x81\xa0'])(
  'ends gbk statements only at the delimiter %j, never within a character or at one that begins like it',
  (delimiter) => {
    const first = 'CREATE TABLE \xcd\xa8\xcd\xa8 (\x81~\x81~ INT, \xcda\xcda INT); -- \xcd|\n ';
    const text = `DELIMITER ${delimiter}\n${first}${delimiter}SELECT \xcd|${delimiter}\nDELIMITER ;\nSELECT 1;`;
    for (const piece of [1, 2, 3, 100])
      expect(cutBytes(text, piece, 'gbk')).toEqual([first, 'SELECT \xcd|', 'SELECT 1']);
  },
);

it('recognizes a delimiter again after the session has changed its encoding', () => {
  const splitter = new Splitter(ENGINE);
  splitter.push(Buffer.from('DELIMITER \xcd\xea\nSET NAMES gbk\xcd\xeaSELECT 1\xcd\xeaSELECT 2', 'latin1'));
  expect(splitter.take()?.bytes.toString()).toBe('SET NAMES gbk');
  splitter.quoting = quotingOf('', 'gbk');
  expect(splitter.take()?.bytes.toString()).toBe('SELECT 1');
});

describe('a backslash before a possible first byte of a two-byte character', () => {
  const gbk = { engine: ENGINE, quoting: quotingOf('', 'gbk') };

  it.each([
    "CREATE TABLE a (t INT COMMENT '\\\xc4\\' ' ) DATA DIRECTORY='/tmp' -- ' )",
    "CREATE TABLE a (t INT COMMENT '\\\xc4\xa1\\' ) DATA DIRECTORY='/tmp' -- ' )",
  ])('skips one byte of %j, so that a quote can’t hide text', (text) => {
    expect(judgeStatement(text, gbk)).toEqual({ is: 'refused', why: 'server-files' });
  });

  it('refuses it in a name that could end at two positions', () => {
    for (const text of ['CREATE TABLE `\\\xc4`` (t INT)', 'DROP TABLE `a`, `\\\xc4\xa1`'])
      expect(judgeStatement(text, gbk)).toEqual({ is: 'refused', why: 'ambiguous' });
    for (const text of ['CREATE TABLE `\xc4\\` (t INT)', 'DROP TABLE `\\a`'])
      expect(judgeStatement(text, gbk).is).toBe('run');
  });
});

it('refuses a statement larger than the limit', () => {
  const splitter = new Splitter(ENGINE);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  expect(() => {
    for (let megabytes = 0; megabytes < 70; megabytes += 1) {
      splitter.push(piece);
      splitter.take();
    }
  }).toThrow('dump-statement-too-long');
});
