import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueSchemaText } from './catalogue-schema';

it('matches the index that installations read (else: npm run openapi)', () => {
  const file = join(__dirname, '../docs/catalogue.schema.json');
  expect(readFileSync(file, 'utf8')).toBe(catalogueSchemaText());
});
