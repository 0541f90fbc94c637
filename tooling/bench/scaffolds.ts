import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changeTraffic, getRemote, publishVersion, type TrafficChange } from '@sitedeck/contract';
import type { Product } from '../../e2e/src/product';
import { providerCall, type ProviderCall } from '../cli/src/provider-call';
import { buildRemote, type BuiltFolder } from '../cli/src/develop/build';
import { initRemote } from '../cli/src/develop/init';
import { packRemote } from '../cli/src/develop/pack';

/** This checkout's installed copies of the packages that a new remote depends on. */
const INSTALLED = join(import.meta.dirname, '../../remotes/files/node_modules');

export interface Scaffold {
  readonly name: string;
  /** Its sources and its build, outside of the checkout. */
  readonly folder: string;
  readonly built: BuiltFolder;
}

/** A remote as `sitedeck remote init` writes it, built as `sitedeck remote publish` builds it. */
export async function scaffold(
  name: string,
  { cwd, server }: { cwd: string; server: string },
): Promise<Scaffold> {
  const folder = await initRemote({ name, cwd, server });
  linkInstalled(folder);
  return { name, folder, built: await buildRemote(folder) };
}

function linkInstalled(folder: string): void {
  const names = readdirSync(INSTALLED)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(INSTALLED, name)).map((below) => join(name, below)) : [name],
    );
  for (const name of names) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(INSTALLED, name), link);
  }
}

export const providerOf = ({ origin, provider }: Product): ProviderCall =>
  providerCall(() =>
    Promise.resolve({
      server: origin,
      provider: { is: 'origin', origin: provider.origin },
      key: () => Promise.resolve(provider.key),
    }),
  );

/** Publishes a remote to a running server and decides who gets it. */
export async function publishRemote(
  product: Product,
  { name, built }: Scaffold,
  changeOf: (version: string) => TrafficChange,
): Promise<void> {
  const call = providerOf(product);
  const params = { name };
  const why = 'measured';
  const { version } = await call(
    publishVersion,
    { params, query: { why }, body: undefined },
    await packRemote(built),
  );
  const { revision } = await call(getRemote, { params, query: undefined, body: undefined });
  const body = { revision, why, change: changeOf(version) };
  await call(changeTraffic, { params, query: undefined, body });
}
