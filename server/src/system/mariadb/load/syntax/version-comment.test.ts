import { z } from 'zod';
import { TestMariadb } from '#testing/mariadb';
import { versionNumberOf, withAdmin } from '#system/mariadb/connection/server';
import { judgeStatement } from '../judge/judge';
import { USUAL_QUOTING } from './quoting';
import { Splitter } from './splitter';
import { tokensOf } from './tokens';

let mariadb: TestMariadb;
beforeAll(async () => {
  mariadb = await TestMariadb.make();
});
afterAll(() => mariadb.close());

const Row = z.object({ text: z.string() });

/** Each contains `'b'`, which only some engines run. */
const comments = (own: number): readonly string[] => [
  ...["/*! ,'b' */", "/*M! ,'b' */", "/*!,'b'*/"],
  ...[32302, 40101, 50699, 50700, 50701, 80000, 99999, 100000, 100100, own, own + 1, 999999].flatMap(
    (version) => [`/*!${version} ,'b' */`, `/*M!${version} ,'b' */`],
  ),
  ...["/*!50701 it's */", "/*!50701 \" */ /*! ,'b' */", '/*!50701 ` -- # */', '/*!50701*/', '/*!50701/**/*/'],
  ...["/*!50701 /* ,'b' */ ,'b' */", "/*!40101 /* ,'b' */ ,'b' */", "/*!40101 /*!50701 ,'b' */ ,'b' */"],
  ...["/*!50701 /*!40101 ,'b' */ ,'b' */", "/*!50701 /*/ ,'b' */ ,'b' */", "/* /* */ ,'b' /* */"],
  ...["/*!050701 ,'b' */", "/*m!50701 ,'b' */", "/* !40101 ,'b' */"],
];

it('reads version comments as the given engine does', async () => {
  await withAdmin(mariadb.server, async (admin) => {
    const own = await versionNumberOf(admin);
    for (const comment of comments(own)) {
      const sql = `SELECT CONCAT('a' ${comment} , 'c') AS text`;
      const [row] = await admin.rows(Row, sql);
      const read = [...tokensOf(sql, { engine: own, quoting: USUAL_QUOTING })]
        .filter(({ is }) => is === 'text')
        .map(({ text }) => text);
      expect([comment, read.join('')]).toEqual([comment, row?.text]);
      // A quote in a skipped comment does not join two statements.
      const splitter = new Splitter(own);
      for (const byte of Buffer.from(`${sql};${sql}; SELECT 1`)) splitter.push(Buffer.from([byte]));
      splitter.finish();
      const found = [];
      for (let next = splitter.take(); next; next = splitter.take()) found.push(next.bytes.toString().trim());
      expect(found).toEqual([sql, sql, 'SELECT 1']);
    }
  });
});

const ENGINE = 101_114;

it.each([
  ['/*!50701 INSERT INTO t VALUES (1) */ GRANT ALL ON *.* TO x', { is: 'refused', why: 'rights' }],
  ['CREATE /*!80000 TABLE t */ USER x', { is: 'refused', why: 'rights' }],
  ['/*M!50701 GRANT ALL ON *.* TO x */', { is: 'refused', why: 'rights' }],
  ['/*!50701 GRANT ALL ON *.* TO x */', { is: 'skip', what: 'nothing' }],
  ['/*M!110000 GRANT ALL ON *.* TO x */', { is: 'skip', what: 'nothing' }],
  ['/*!80000 /* */ GRANT ALL */ INSERT INTO t VALUES (1)', { is: 'run' }],
])('judges what the engine runs, and ignores what it skips: %s', (text, expected) => {
  expect(judgeStatement(text, { engine: ENGINE, quoting: USUAL_QUOTING })).toEqual(expected);
});

it('drops a comment between statements, but no text after it', () => {
  const splitter = new Splitter(ENGINE);
  splitter.push(Buffer.from("#\nSELECT 1;\n/*!80000 it's\n ; */\n-- \nSELECT 2;/*!"));
  splitter.finish();
  const found = [];
  for (let next = splitter.take(); next; next = splitter.take())
    found.push([next.bytes.toString(), next.line]);
  expect(found).toEqual([
    ['SELECT 1', 2],
    ['SELECT 2', 6],
    ['/*!', 6],
  ]);
});
