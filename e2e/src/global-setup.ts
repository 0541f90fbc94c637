import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announceCages } from '../../server/testing/announce-cages';
import { seedProduct } from '../../server/testing/seed-product';
import { startProduct, TEMPLATES } from './product';
import { announceProduct } from './shared-product';

/** Makes the templates before the workers need them, since each worker would make its own. */
async function makeTemplates(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const unused = join(folder, 'unused');
  await seedProduct(unused, folder);
  await rm(unused, { recursive: true, force: true });
}

export default async function startShared(): Promise<void> {
  const templates = await mkdtemp(join(tmpdir(), 'sitedeck-templates-'));
  process.env[TEMPLATES] = templates;
  const [product] = await Promise.all([
    // Only some tests need these settings; they do not affect the others.
    startProduct(
      { OVERRIDE_ORIGINS: 'http://localhost:*', EGRESS_ALLOW: '127.0.0.1' },
      { isFirstStart: true },
    ),
    makeTemplates(templates),
    announceCages(),
  ]);
  announceProduct(product, templates);
}
