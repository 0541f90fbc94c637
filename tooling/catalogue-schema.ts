import { z } from 'zod';
import { CatalogueIndex } from '../server/src/system/apps/catalogue-index';

/** Content of `docs/catalogue.schema.json`: the index of an app catalogue, for programs that publish one. */
export function catalogueSchemaText(): string {
  const schema = z.toJSONSchema(CatalogueIndex, { io: 'input', target: 'draft-7' });
  return `${JSON.stringify({ ...schema, title: 'index.json of an app catalogue of SiteDeck' }, null, 2)}\n`;
}
