import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSchema } from '#testing/describe-schema';
import { makeTestDb } from '#testing/state';

const COMMITTED = join(__dirname, '../../../docs/schema.sql');

describe('the committed schema', () => {
  it('matches the result of the migrations (npm run schema writes it)', async () => {
    const test = await makeTestDb();
    try {
      const schema = await describeSchema(test.db);
      if (process.env['SITEDECK_WRITE_SCHEMA'] === '1') await writeFile(COMMITTED, schema);
      expect(await readFile(COMMITTED, 'utf8')).toBe(schema);
    } finally {
      await test.close();
    }
  });
});
