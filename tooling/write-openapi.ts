import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiText } from '../server/src/api/http/openapi';
import { catalogueSchemaText } from './catalogue-schema';
import { remoteSchemaText } from './remote-schema';

const DOCS = join(import.meta.dirname, '../docs');

await writeFile(join(DOCS, 'openapi.json'), openApiText());
await writeFile(join(DOCS, 'remote.schema.json'), remoteSchemaText());
await writeFile(join(DOCS, 'catalogue.schema.json'), catalogueSchemaText());
