/** Database content that an owner can create and `mariadb-dump` can write. */
export interface RoundTrip {
  readonly what: string;
  /** `OWN` stands for the name of its database. */
  readonly make: readonly string[];
  /** One character per byte, as from a client whose encoding is not UTF-8. */
  readonly bytes?: true;
  /** Queries whose replies are compared instead, if a dump may write the same content in another encoding. */
  readonly asks?: readonly string[];
  /** Statements that must work before and after the round trip. */
  readonly works?: readonly string[];
}

const CHARSETS = [
  ...['armscii8', 'ascii', 'big5', 'binary', 'cp1250', 'cp1251', 'cp1256', 'cp1257', 'cp850', 'cp852'],
  ...['cp866', 'cp932', 'dec8', 'eucjpms', 'euckr', 'gb2312', 'gbk', 'geostd8', 'greek', 'hebrew', 'hp8'],
  ...['keybcs2', 'koi8r', 'koi8u', 'latin1', 'latin2', 'latin5', 'latin7', 'macce', 'macroman', 'sjis'],
  ...['swe7', 'tis620', 'ucs2', 'ujis', 'utf16', 'utf16le', 'utf32', 'utf8mb3', 'utf8mb4'],
];

const BYTES = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0')).join('');

const inCharset = (name: string): readonly string[] => [
  `CREATE TABLE t_${name} (id INT PRIMARY KEY, words VARCHAR(200) CHARACTER SET ${name}, bytes BLOB, fixed BINARY(4) DEFAULT 0xff005c27)`,
  `INSERT IGNORE INTO t_${name} (id, words, bytes) VALUES (1, CONVERT('plain \\' \\\\ "q" \\n' USING ${name}), 0x${BYTES})`,
  `INSERT IGNORE INTO t_${name} (id, words) VALUES (2, '中文 é я あ 한')`,
];

const client = (name: string, letter: string): RoundTrip => ({
  what: `routines, views, triggers and events written by a client in ${name}`,
  bytes: true,
  make: [
    'CREATE TABLE t (id INT, w VARCHAR(20))',
    `SET NAMES ${name}`,
    `CREATE FUNCTION f () RETURNS VARCHAR(20) CHARSET utf8mb4 DETERMINISTIC RETURN '${letter}'`,
    `CREATE VIEW v AS SELECT '${letter}' AS c`,
    `CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET NEW.w = '${letter}'`,
    'INSERT INTO t (id) VALUES (5)',
    `CREATE EVENT e ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01' DO INSERT INTO t VALUES (1, '${letter}')`,
  ],
  asks: ['SELECT f() AS f', 'SELECT * FROM v', 'SELECT * FROM t ORDER BY id'],
});

const ODD_TABLE = '`a ``b``; DROP`';
const ODD_COLUMN = '`c ``;\'"`';

export const ROUND_TRIPS: readonly RoundTrip[] = [
  {
    what: 'sequences and what takes from them',
    make: [
      'CREATE SEQUENCE s START WITH 5 INCREMENT BY 3',
      'CREATE SEQUENCE `odd ``; "seq"` START WITH -3 INCREMENT BY -1 CYCLE',
      'CREATE TABLE t (id INT PRIMARY KEY DEFAULT NEXTVAL(s), other BIGINT DEFAULT (NEXT VALUE FOR `odd ``; "seq"`), w TEXT DEFAULT "NEXTVAL(`u_x`.`s`)")',
      "INSERT INTO t (w) VALUES ('a'), ('b')",
    ],
    works: ['SELECT NEXTVAL(s)', 'INSERT INTO t (w) VALUES ("new")'],
  },
  {
    what: 'system-versioned tables',
    make: [
      'CREATE TABLE t (id INT PRIMARY KEY, w TEXT, g INT AS (id + 1) STORED, v INT AS (id + 2)) WITH SYSTEM VERSIONING',
      "INSERT INTO t (id, w) VALUES (1, 'first')",
      "UPDATE t SET w = 'second'",
      'CREATE TABLE p (id INT, a TIMESTAMP(6) GENERATED ALWAYS AS ROW START, b TIMESTAMP(6) GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME (a, b)) WITH SYSTEM VERSIONING',
      'INSERT INTO p (id) VALUES (1)',
      'UPDATE p SET id = 2',
      'CREATE TABLE h (id INT) WITH SYSTEM VERSIONING PARTITION BY SYSTEM_TIME (PARTITION h0 HISTORY, PARTITION now CURRENT)',
      'INSERT INTO h VALUES (1), (2)',
      'DELETE FROM h WHERE id = 1',
      'CREATE TABLE a (id INT, f DATE, u DATE, PERIOD FOR app (f, u), UNIQUE (id, app WITHOUT OVERLAPS))',
      "INSERT INTO a VALUES (1, '2020-01-01', '2021-01-01')",
    ],
    works: ["UPDATE t SET w = 'third'", "DELETE FROM a FOR PORTION OF app FROM '2020-02-01' TO '2020-03-01'"],
  },
  {
    what: 'generated and invisible columns and defaults that are expressions',
    make: [
      "CREATE TABLE t (a INT, b INT AS (a + 1) VIRTUAL, c INT AS (a * 2) STORED, d INT INVISIBLE DEFAULT 7, e VARCHAR(60) DEFAULT (CONCAT('x', UUID())), f TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, KEY (b))",
      'INSERT INTO t (a, d) VALUES (1, 8), (2, 9)',
      'CREATE TABLE n (a INT NOT NULL INVISIBLE DEFAULT 3, b TEXT COMPRESSED, c BIT(7), u UUID DEFAULT UUID(), i INET6, j INET4)',
      "INSERT INTO n (a, b, c, i, j) VALUES (1, REPEAT('x', 5000), b'1010', '::1', '1.2.3.4')",
    ],
    works: ['INSERT INTO t (a) VALUES (3)'],
  },
  {
    what: 'partitions',
    make: [
      'CREATE TABLE r (id INT, y INT) PARTITION BY RANGE (y) (PARTITION p0 VALUES LESS THAN (2000), PARTITION `p ``1` VALUES LESS THAN MAXVALUE)',
      'INSERT INTO r VALUES (1, 1999), (2, 2005)',
      'CREATE TABLE h (id INT) PARTITION BY HASH (id) PARTITIONS 3',
      'INSERT INTO h VALUES (1), (2), (3)',
      "CREATE TABLE l (c VARCHAR(9)) PARTITION BY LIST COLUMNS (c) (PARTITION a VALUES IN ('x', 'y'), PARTITION b DEFAULT)",
      "INSERT INTO l VALUES ('x'), ('z')",
      'CREATE TABLE k (id INT PRIMARY KEY, d DATE) PARTITION BY KEY (id) PARTITIONS 2',
    ],
  },
  {
    what: 'spatial, full text and JSON columns, and checks',
    make: [
      'CREATE TABLE g (id INT PRIMARY KEY, g GEOMETRY NOT NULL, p POINT REF_SYSTEM_ID=4326, SPATIAL INDEX (g))',
      "INSERT INTO g VALUES (1, ST_GeomFromText('POLYGON((0 0, 0 1, 1 1, 0 0))'), ST_GeomFromText('POINT(1 2)', 4326))",
      'CREATE TABLE f (t TEXT, u VARCHAR(50), FULLTEXT KEY (t), FULLTEXT KEY both_of_them (t, u))',
      "INSERT INTO f VALUES ('hello world', 'again')",
      "CREATE TABLE j (j JSON, n INT CHECK (n > 0), CONSTRAINT ck CHECK (JSON_VALUE(j, '$.a') > 0))",
      String.raw`INSERT INTO j VALUES ('{"a": 1, "b": "中 \\ \\n"}', 1)`,
    ],
    works: ["SELECT * FROM f WHERE MATCH (t) AGAINST ('hello')"],
  },
  {
    what: 'tables of every engine that keeps what is in them',
    make: [
      'CREATE TABLE m (t TEXT) ENGINE=MyISAM ROW_FORMAT=DYNAMIC',
      "INSERT INTO m VALUES ('x')",
      'CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY) ENGINE=Aria TRANSACTIONAL=1',
      'INSERT INTO a VALUES (), ()',
      'CREATE TABLE c (id INT NOT NULL) ENGINE=CSV',
      'INSERT INTO c VALUES (5)',
      'CREATE TABLE z (id INT) ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8',
      'CREATE TABLE e (id INT) ENGINE=MEMORY',
      "CREATE TABLE b (id INT) COMMENT='it''s \\\\ a; \\\"comment\\\" -- /* x */'",
    ],
  },
  {
    what: 'dates of zeroes, and values as odd as their columns take',
    make: [
      "SET sql_mode = ''",
      "CREATE TABLE d (d DATE, dt DATETIME(6), ts TIMESTAMP NOT NULL DEFAULT '0000-00-00 00:00:00', y YEAR, t TIME)",
      "INSERT INTO d VALUES ('0000-00-00', '0000-00-00', '0000-00-00', 0, '-838:59:59'), ('2020-00-00', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07', 2155, 0)",
      'CREATE TABLE n (f FLOAT, d DOUBLE, x DECIMAL(65, 30), b BIGINT UNSIGNED, id INT PRIMARY KEY AUTO_INCREMENT)',
      'INSERT INTO n VALUES (-0.0, 2.2250738585072014e-308, 12345678901234567890.123456789, 18446744073709551615, 1)',
      "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
      'INSERT INTO n (id) VALUES (0)',
      "CREATE TABLE s (e ENUM('a''b', '中', ''), s SET('x', 'y'))",
      "INSERT INTO s VALUES ('中', 'x,y'), ('', '')",
    ],
  },
  {
    what: 'odd names of tables and columns',
    make: [
      `CREATE TABLE ${ODD_TABLE} (${ODD_COLUMN} INT, \`中文 é\` INT, \`select\` INT, PRIMARY KEY (${ODD_COLUMN}))`,
      `INSERT INTO ${ODD_TABLE} VALUES (1, 2, 3)`,
      'CREATE TABLE `1e5` (`0x12` INT, `$a` INT)',
      'CREATE TABLE `-- x` (`/* y */` INT)',
      'CREATE TABLE `a.b` (`c.d` INT)',
      'CREATE TABLE `表.名` (a INT)',
      `CREATE VIEW \`view of \`\`odd\`\`\` AS SELECT ${ODD_COLUMN} AS \`x \`\`y\` FROM ${ODD_TABLE}`,
      `CREATE TRIGGER \`tr \`\`"\` BEFORE INSERT ON ${ODD_TABLE} FOR EACH ROW SET @a = 1`,
    ],
  },
  {
    what: 'triggers, some of which name their own database',
    make: [
      'CREATE TABLE t (id INT, n INT)',
      'CREATE TRIGGER one BEFORE INSERT ON t FOR EACH ROW SET NEW.n = 1',
      'CREATE TRIGGER two BEFORE INSERT ON t FOR EACH ROW FOLLOWS one SET NEW.n = NEW.n + 1',
      "CREATE TRIGGER three AFTER DELETE ON t FOR EACH ROW BEGIN DECLARE x TEXT DEFAULT 'a;b'; SET @x = x; END",
      'CREATE TRIGGER `OWN`.`four` AFTER UPDATE ON `OWN`.`t` FOR EACH ROW SET @y = 1',
    ],
    works: ['INSERT INTO t VALUES (1, 0)', 'DELETE FROM t'],
  },
  {
    what: 'routines and views that need one another',
    make: [
      'CREATE TABLE t (id INT PRIMARY KEY)',
      'INSERT INTO t VALUES (1), (2)',
      'CREATE FUNCTION f (n INT) RETURNS INT DETERMINISTIC RETURN n * 2',
      'CREATE VIEW z AS SELECT id, f(id) AS two FROM t',
      'CREATE VIEW a AS SELECT * FROM z WHERE id > 0',
      'CREATE FUNCTION counts () RETURNS INT READS SQL DATA RETURN (SELECT COUNT(*) FROM a)',
      'CREATE VIEW b AS SELECT counts() AS n',
      'CREATE ALGORITHM=MERGE SQL SECURITY INVOKER VIEW m AS SELECT id FROM t WHERE id > 1 WITH CASCADED CHECK OPTION',
      "CREATE PROCEDURE p (IN a INT, OUT b TEXT) COMMENT 'says; so' BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN END; DO SLEEP(0); SET b = CONCAT(a, ';', \"x\"); END",
      'CREATE AGGREGATE FUNCTION agg (x INT) RETURNS INT BEGIN DECLARE s INT DEFAULT 0; DECLARE CONTINUE HANDLER FOR NOT FOUND RETURN s; LOOP FETCH GROUP NEXT ROW; SET s = s + x; END LOOP; END',
      'CREATE VIEW c AS WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r',
    ],
    works: ['CALL p(1, @b)', 'SELECT * FROM b', 'SELECT agg(id) FROM t', 'SELECT * FROM c'],
  },
  {
    what: 'packages and routines of sql_mode ORACLE',
    make: [
      "SET sql_mode = 'ORACLE'",
      'CREATE PACKAGE k AS FUNCTION f RETURN INT; PROCEDURE p; END',
      'CREATE PACKAGE BODY k AS FUNCTION f RETURN INT AS BEGIN RETURN 5; END; PROCEDURE p AS BEGIN SELECT \'x;y\' AS "c"; END; END',
      'CREATE PROCEDURE o AS BEGIN SELECT 1; END',
      'CREATE FUNCTION of (a IN INT) RETURN INT AS BEGIN RETURN a; END',
    ],
    works: ["SET sql_mode = 'ORACLE'", 'SELECT k.f()', 'CALL o()'],
  },
  {
    what: 'events',
    make: [
      'CREATE TABLE t (id INT)',
      "CREATE EVENT e ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01' ON COMPLETION PRESERVE DISABLE COMMENT 'x;y' DO DELETE FROM t",
      "CREATE EVENT `o ``e` ON SCHEDULE AT '2035-01-01' DO BEGIN SET @a = 'x;y'; DELETE FROM t; END",
    ],
  },
  {
    what: 'foreign keys in a circle and across names',
    make: [
      'CREATE TABLE b (id INT PRIMARY KEY, a INT)',
      'CREATE TABLE a (id INT PRIMARY KEY, b INT, self INT, CONSTRAINT `fk ``b` FOREIGN KEY (b) REFERENCES b (id) ON DELETE CASCADE, FOREIGN KEY (self) REFERENCES a (id))',
      'ALTER TABLE b ADD FOREIGN KEY (a) REFERENCES a (id) ON UPDATE SET NULL',
      'INSERT INTO b VALUES (1, NULL)',
      'INSERT INTO a VALUES (1, 1, 1)',
      'UPDATE b SET a = 1',
    ],
  },
  client('gbk', '\xd6\xd0'),
  client('latin1', '\xe9'),
  client('sjis', '\x83\x5c'),
  client('cp1251', '\xcf'),
  client("utf8mb4 COLLATE 'utf8mb4_bin'", Buffer.from('🙂').toString('latin1')),
  { what: 'text in every encoding, and bytes beside it', make: CHARSETS.flatMap(inCharset) },
];
