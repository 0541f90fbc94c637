import { RemoteManifest } from '@sitedeck/contract';
import { z } from 'zod';

/** Content of `docs/remote.schema.json`, by which editors check a `remote.json`. */
export function remoteSchemaText(): string {
  const schema = z.toJSONSchema(RemoteManifest, { io: 'input', target: 'draft-7' });
  return `${JSON.stringify({ ...schema, title: 'remote.json of SiteDeck' }, null, 2)}\n`;
}
