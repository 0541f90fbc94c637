import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiText } from '../server/src/http/openapi';

await writeFile(join(import.meta.dirname, '../docs/openapi.json'), openApiText());
