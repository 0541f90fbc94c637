import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteSchemaText } from './remote-schema';

it('matches the contract (else: npm run openapi)', () => {
  expect(readFileSync(join(__dirname, '../docs/remote.schema.json'), 'utf8')).toBe(remoteSchemaText());
});
