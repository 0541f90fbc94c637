import { startProduct } from './product';
import { share } from './shared-product';

export default async function startShared(): Promise<void> {
  // The one setting that only some need and nobody else can tell.
  share(await startProduct({ OVERRIDE_ORIGINS: 'http://localhost:*' }));
}
