import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { HostCode } from '@sitedeck/contract';
import { ensureHostDatabase, type Clients } from '#system/mariadb/accounts/host-accounts';
import type { DumpCharset } from '#system/mariadb/load/charset';
import { quoteName } from '#system/mariadb/names';
import { replaceDatabase } from '#system/mariadb/swap/replace-database';
import { openConnection, withAdmin, type HostDatabase } from '#system/mariadb/connection/server';
import { run } from '#system/process/exec';
import { TestMariadb } from '#testing/mariadb';
import { reportImport } from './worker/import-report';

let mariadb: TestMariadb;
beforeAll(async () => {
  mariadb = await TestMariadb.make();
});
afterAll(() => mariadb.close());

const CLIENTS: Clients = { local: true, remote: 'no' };

let made = 0;
async function newHost(): Promise<HostDatabase> {
  const name = `u_cs${(made += 1)}`;
  const host = { name, user: name, password: `secret-of-${name}` };
  await withAdmin(mariadb.server, (admin) =>
    ensureHostDatabase(admin, host, { overQuota: false, clients: CLIENTS }),
  );
  return host;
}

const Row = z.object({ v: z.string() });
const Routine = z.object({ 'Create Function': z.string() });

/** Reads every text of a database, and the definitions that contain text. */
async function wordsIn(host: HostDatabase, table: string): Promise<readonly string[]> {
  const connection = await openConnection(mariadb.server, { login: host, database: host.name });
  const sql = [
    `SELECT HEX(CONCAT(t, HEX(b))) AS v FROM ${quoteName(table)} ORDER BY id`,
    'SELECT HEX(w) AS v FROM seen ORDER BY w',
    `SELECT CONCAT(TABLE_NAME, TABLE_COMMENT) AS v FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${host.name}' ORDER BY TABLE_NAME`,
    `SELECT CONCAT(COLUMN_NAME, COLUMN_COMMENT) AS v FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '${host.name}' ORDER BY 1`,
  ];
  try {
    const found: string[] = [];
    for (const one of sql) found.push(...(await connection.rows(Row, one)).map(({ v }) => v));
    const [routine] = await connection.rows(Routine, 'SHOW CREATE FUNCTION says');
    // The definition starts with the account that created it.
    return [...found, routine?.['Create Function'].replace(/^.*? FUNCTION /, '') ?? ''];
  } finally {
    await connection.close();
  }
}

async function filled(host: HostDatabase, table: string, more: string): Promise<void> {
  const connection = await openConnection(mariadb.server, { login: host, database: host.name });
  const [name, words] = [quoteName(table), `${table}${more}`];
  await connection.run(
    `CREATE TABLE ${name} (id INT PRIMARY KEY, t TEXT COMMENT '${words}', b BLOB) CHARSET utf8mb4 COMMENT '${words}'`,
  );
  await connection.run(`INSERT INTO ${name} VALUES (1, ?, 0x5C27815C60FF00C35CB55C), (2, ?, '')`, [
    `${words}'\\${words}\\`,
    `${words}\`;--${words}`,
  ]);
  await connection.run(`CREATE VIEW seen AS SELECT t AS w FROM ${name}`);
  await connection.run(
    `CREATE TRIGGER adds BEFORE INSERT ON ${name} FOR EACH ROW SET NEW.t = CONCAT(NEW.t, '${words};')`,
  );
  await connection.run(`CREATE FUNCTION says () RETURNS TEXT CHARSET utf8mb4 RETURN '${words}'`);
  await connection.close();
}

/** Dumps a database with the usual dump program. */
async function dumpOf({ name }: HostDatabase, charset: string, ...more: readonly string[]): Promise<Buffer> {
  const { plan, server, scratch } = mariadb;
  const file = join(scratch, `${name}.sql`);
  const login = [
    `--user=${server.admin.user}`,
    `--password=${server.admin.password}`,
    `--socket=${plan.socket}`,
  ];
  const flags = [
    `--default-character-set=${charset}`,
    `--result-file=${file}`,
    '--skip-lock-tables',
    ...more,
  ];
  const done = await run({ file: server.dump, args: ['--no-defaults', ...login, ...flags, name] });
  if (done.code !== 0) throw new Error(done.stderr);
  return readFile(file);
}

interface LoadOptions {
  readonly charset?: DumpCharset;
  readonly mode?: 'merge' | 'replace';
}

const load = (host: HostDatabase, dump: Buffer, { charset = 'auto', mode = 'replace' }: LoadOptions = {}) =>
  replaceDatabase({
    ...{ server: mariadb.server, host, clients: CLIENTS, charset, mode, quota: null },
    journal: { write: () => Promise.resolve() },
    read: () => Readable.from([dump], { objectMode: false }),
    signal: new AbortController().signal,
  });

const FACTS = {
  hostCode: HostCode.parse('host1'),
  access: { name: 'u_host1', user: 'u_host1', password: '' },
  ...{
    made: true,
    quota: null,
    bytes: null,
    tables: null,
    measuredAt: null,
    overQuota: false,
    remote: false,
  },
  swap: null,
};

const check = (dump: Buffer, charset: DumpCharset = 'auto') =>
  reportImport({
    dump: { format: 'sql', fileBytes: dump.length, source: Readable.from([dump], { objectMode: false }) },
    ...{ charset, facts: FACTS, known: new Set<string>(), locale: 'en-US', engine: 101_119 },
    signal: new AbortController().signal,
  });

/** Words per encoding with characters whose second byte is a backslash, a quotation mark for names or a bar. */
const WORDS = [
  ['utf8mb4', '功能表', '🙂'],
  ['latin1', 'café', 'ß'],
  // The dump program itself misreads such a second byte in a name.
  ['gbk', '数据', '腬功能誠璡塦'],
  ['big5', '資料', '功許蓋育育'],
  ['sjis', '資料', '表ソ能構'],
  ['cp932', '資料', '表ソ能～①'],
] as const;

it.each(WORDS)(
  'imports a real dump in %s, and reports beforehand what it will do',
  async (charset, table, more) => {
    const [from, to] = [await newHost(), await newHost()];
    await filled(from, table, more);
    const expected = await wordsIn(from, table);
    const dump = await dumpOf(from, charset, '--routines');
    expect(await check(dump)).toMatchObject({ charset, tables: [table], refused: 0, complete: true });
    await load(to, dump);
    expect(await wordsIn(to, table)).toEqual(expected);
  },
);

it.each([
  { where: 'its texts were converted to UTF-8', declared: 'gbk', encoding: 'utf8', charset: 'utf8' },
  { where: 'it declares none', declared: '', encoding: 'shift_jis', charset: 'sjis' },
] as const)(
  'imports a dump in the encoding that its owner chose, where $where',
  async ({ declared, encoding, charset }) => {
    const host = await newHost();
    const word = encoding === 'utf8' ? Buffer.from('功能表') : Buffer.from([0x95, 0x5c, 0x94, 0x5c]);
    const text = (said: string) =>
      Buffer.concat([
        Buffer.from(`${said};CREATE TABLE a (t TEXT); INSERT INTO a VALUES ('`),
        word,
        Buffer.from("');"),
      ]);
    const dump = text(declared && `SET NAMES ${declared}`);
    expect(await check(dump, charset)).toMatchObject({ charset, tables: ['a'], refused: 0 });
    await load(host, dump, { charset });
    const sql = `SELECT CONVERT(t USING utf8mb4) AS v FROM ${quoteName(host.name)}.a`;
    const expected = [{ v: new TextDecoder(encoding).decode(word) }];
    expect(await withAdmin(mariadb.server, (admin) => admin.rows(Row, sql))).toEqual(expected);
  },
);

it('imports a dump in gb18030, which no engine supports, with four-byte characters', async () => {
  const host = await newHost();
  // A two-byte and a four-byte character.
  const word = Buffer.from([0xca, 0xfd, 0x94, 0x39, 0xda, 0x33]);
  const begin = Buffer.from(
    "SET NAMES gb18030;CREATE TABLE a (t TEXT) CHARSET utf8mb4; INSERT INTO a VALUES ('",
  );
  const filler = Buffer.alloc(64 * 1024 - begin.length - 3, 'x');
  const dump = Buffer.concat([begin, filler, word, Buffer.from("');")]);
  for (const charset of ['auto', 'gbk'] as const) {
    expect(await check(dump, charset)).toMatchObject({ charset: 'gb18030', statements: 3, refused: 0 });
    await load(host, dump, { charset });
    const sql = `SELECT RIGHT(t, 2) AS v FROM ${quoteName(host.name)}.a`;
    expect(await withAdmin(mariadb.server, (admin) => admin.rows(Row, sql))).toEqual([{ v: '数💩' }]);
  }
});

it('foresees garbled texts: UTF-8 in a dump that declares a double-byte encoding', async () => {
  const [from, to] = [await newHost(), await newHost()];
  await filled(from, 'posts', '数据');
  const expected = await wordsIn(from, 'posts');
  const real = await dumpOf(from, 'utf8mb4', '--routines', '--hex-blob');
  const declared = (charset: string) =>
    Buffer.from(real.toString('latin1').replaceAll(/utf8mb4(?= \*\/;)/g, charset), 'latin1');
  expect((await check(real)).likely).toBeUndefined();
  expect((await check(await dumpOf(from, 'gbk', '--routines', '--hex-blob'))).likely).toBeUndefined();
  for (const charset of ['gbk', 'sjis'])
    expect(await check(declared(charset))).toMatchObject({ charset, likely: 'utf8' });
  // Read as double-byte characters, the last byte of a word swallows the backslash after it, and so the end
  // of the text.
  await expect(check(declared('big5'))).rejects.toMatchObject({ reason: 'dump-charset' });
  const lies = declared('gbk');
  expect((await check(lies, 'utf8')).likely).toBeUndefined();
  await load(to, lies, { charset: 'utf8' });
  expect(await wordsIn(to, 'posts')).toEqual(expected);
});

it.each([
  ['a comment', '-- 旧版本用 SET NAMES gbk\nSET NAMES utf8mb4;', '数据'],
  ['a text', 'SET NAMES utf8mb4;', '教程：先执行 SET NAMES gbk; 再导入'],
])('foresees no garbled texts if only %s mentions the encoding', async (_, head, words) => {
  const dump = `${head}\nCREATE TABLE a (t TEXT);\nINSERT INTO a VALUES ('${words}');\n`;
  const report = await check(Buffer.from(dump));
  expect([report.tables, report.likely]).toEqual([['a'], undefined]);
});

it('foresees garbled texts in a dump that is read in the encoding its owner chose', async () => {
  const dump = Buffer.from("CREATE TABLE a (t TEXT);\nINSERT INTO a VALUES ('数据');\n");
  expect(await check(dump, 'gbk')).toMatchObject({ charset: 'gbk', likely: 'utf8' });
});

/** The names start with the same byte as the delimiter, which is a double-byte character. */
it.each([
  { client: 'gbk', encoding: 'gbk', delimiter: [0xcd, 0xea], name: [0xcd, 0xa8, 0xcd, 0xac] },
  { client: 'sjis', encoding: 'shift_jis', delimiter: [0x8f, 0x49], name: [0x8f, 0x57, 0x8f, 0x48] },
])('imports a dump of $client whose delimiter is a double-byte character', async (given) => {
  const host = await newHost();
  const [end, name] = [Buffer.from(given.delimiter), Buffer.from(given.name)];
  const dump = Buffer.concat([
    Buffer.from(`SET NAMES ${given.client};\nDELIMITER `),
    ...[end, Buffer.from('\nCREATE TABLE '), name, Buffer.from(' (t INT)'), end],
    ...[Buffer.from('\nCREATE FUNCTION says () RETURNS INT BEGIN DECLARE '), name],
    ...[Buffer.from(' INT DEFAULT 7; RETURN '), name, Buffer.from('; END'), end],
    Buffer.from('\nDELIMITER ;\nSELECT 1;\n'),
  ]);
  const table = new TextDecoder(given.encoding).decode(name);
  expect(await check(dump)).toMatchObject({ statements: 4, tables: [table], refused: 0, complete: true });
  await load(host, dump);
  const sql = `SELECT CONCAT(${quoteName(host.name)}.says(), COUNT(*)) AS v FROM ${quoteName(host.name)}.${quoteName(table)}`;
  expect(await withAdmin(mariadb.server, (admin) => admin.rows(Row, sql))).toEqual([{ v: '70' }]);
});

it('fills a table that only the live database has, in any encoding of its name', async () => {
  const [from, to] = [await newHost(), await newHost()];
  const table = '数据';
  for (const host of [from, to]) await filled(host, table, '功能');
  const expected = await wordsIn(from, table);
  const rows = await dumpOf(from, 'gbk', '--no-create-info', '--skip-triggers');
  const live = `${quoteName(to.name)}.${quoteName(table)}`;
  await withAdmin(mariadb.server, async (admin) => {
    await admin.run(`DELETE FROM ${live}`);
    await admin.run(`DROP TRIGGER ${quoteName(to.name)}.adds`);
  });
  await load(to, rows, { mode: 'merge' });
  expect(await wordsIn(to, table)).toEqual(expected);
});
