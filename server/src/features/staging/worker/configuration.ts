import { STAGING_FOLDER, SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { runFileVerb } from '#files/link/file-client';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import { changeAddress } from '#system/mariadb/replace-text/change-address';
import { STAGING_PREFIX } from '#system/mariadb/staging/staging-tables';
import { prefixesIn, withPrefixes } from './table-prefix';
import type { StagingTools } from './tools';

/** What takes the place of the password in files whose tables are not known. */
const NO_PASSWORD = 'staging-copy-has-no-database';

/** A file of the site that signs in to its database. */
export interface ConfigurationFile {
  /** Below the document root. */
  readonly path: SitePath;
  /** Empty: it names none. */
  readonly prefixes: readonly string[];
}

const DOCUMENT_ROOT = '/wwwroot';
const copyOf = (path: SitePath): SitePath => SitePath.parse(`${STAGING_FOLDER}${path}`);

const readConfiguration = (tools: StagingTools, host: HostFacts, path: SitePath) =>
  runFileVerb(tools.files, fileTarget(host), { verb: 'readText', body: { path } });

/** Files below the document root that hold name and password of the database: either could be an everyday word. */
export async function findConfiguration(
  tools: StagingTools,
  host: HostFacts,
  signal: AbortSignal,
): Promise<readonly ConfigurationFile[]> {
  const { databases, passwords } = tools;
  if (!(await databases?.has(host.code)) || !databases) return [];
  const { name, password } = await databases.access(host.code);
  const [named, secret] = [
    new Set(await passwords.find(host, { text: name, signal })),
    await passwords.find(host, { text: password, signal }),
  ];
  const found = secret.filter((path) => named.has(path) && path.startsWith(`${DOCUMENT_ROOT}/`));
  const files: ConfigurationFile[] = [];
  for (const path of found) {
    const { content } = await readConfiguration(tools, host, SitePath.parse(path));
    files.push({
      path: SitePath.parse(path.slice(DOCUMENT_ROOT.length)),
      prefixes: prefixesIn(content),
    });
  }
  return files;
}

export interface AddressChange {
  readonly names: readonly string[];
  readonly url: string;
}

/** Gives the copy of a file the prefix of the copied tables and the preview address. */
async function configure(
  tools: StagingTools,
  host: HostFacts,
  { path, names, url }: AddressChange & { readonly path: SitePath },
): Promise<void> {
  const { content, encoding, bom, version } = await readConfiguration(tools, host, path);
  const prefixed = withPrefixes(content, (prefix) => STAGING_PREFIX + prefix);
  const changed = names.reduce((text, name) => changeAddress(name, url)(text), prefixed);
  await runFileVerb(tools.files, fileTarget(host), {
    verb: 'writeText',
    body: { path, content: changed, encoding, bom, version },
  });
}

/** Removes the password from copies of files that would work on the tables of the site. Refuses with `staging-login-left`. */
async function cutOff(tools: StagingTools, host: HostFacts, paths: readonly SitePath[]): Promise<void> {
  if (paths.length === 0 || !tools.databases) return;
  const { password: previous } = await tools.databases.access(host.code);
  const left = await tools.passwords.replace(host, {
    ...{ previous, password: NO_PASSWORD },
    paths: paths.map(copyOf),
  });
  const [first] = left;
  if (first !== undefined) throw new Refusal('staging-login-left', { values: { path: first } });
}

export interface Configured {
  readonly configured: readonly SitePath[];
  readonly cutOff: readonly SitePath[];
  /** Table prefixes of the site. */
  readonly prefixes: readonly string[];
}

/** Makes the files of a copy use its own tables, or none. */
export async function configureCopy(
  tools: StagingTools,
  host: HostFacts,
  request: AddressChange & {
    readonly files: readonly ConfigurationFile[];
    readonly hasDatabase: boolean;
  },
): Promise<Configured> {
  const { files, hasDatabase, names, url } = request;
  const known = files.filter(({ prefixes }) => hasDatabase && prefixes.length > 0);
  const others = files.filter((file) => !known.includes(file)).map(({ path }) => path);
  for (const { path } of known) await configure(tools, host, { names, url, path: copyOf(path) });
  await cutOff(tools, host, others);
  return {
    configured: known.map(({ path }) => path),
    cutOff: others,
    prefixes: [...new Set(known.flatMap(({ prefixes }) => prefixes))],
  };
}
