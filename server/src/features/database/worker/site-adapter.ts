import { SitePath } from '@sitedeck/contract';
import type { FileService } from '#files/link/protocol';
import type { HostFacts } from '#sites/host-scope';
import type { ChangedFiles, LoginChange, SiteAdapter } from '#sites/worker/adapt-site';
import { replaceText } from '#system/mariadb/replace-text/replace-text';
import type { NodeDatabases } from './node-databases';
import { findPassword, replacePassword } from './password-files';

const NONE: ReadonlySet<SitePath> = new Set();

async function filesWith(
  files: FileService,
  host: HostFacts,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<SitePath>> {
  const found = await findPassword(files, host, { previous: text, signal });
  return new Set(found.files.map(({ path }) => SitePath.parse(path)));
}

/** The texts that change; name and user are often the same. */
function changesOf({ before, after }: LoginChange): ReadonlyMap<string, string> {
  const pairs = (['name', 'user', 'password'] as const).map((part) => [before[part], after[part]] as const);
  return new Map(pairs.filter(([old, next]) => old !== next));
}

/** A password alone could be an everyday word; a file with the name of the database, too, configures its access. */
async function replaceLogin(files: FileService, host: HostFacts, change: LoginChange): Promise<ChangedFiles> {
  const { before, signal } = change;
  const changes = changesOf(change);
  const named = changes.size > 0 ? await filesWith(files, host, { text: before.name, signal }) : NONE;
  const secret = named.size > 0 ? await filesWith(files, host, { text: before.password, signal }) : NONE;
  const paths = [...named].filter((path) => secret.has(path));
  const left = new Set<string>();
  // The password comes last: until then an interrupted change finds its files again.
  for (const [previous, password] of changes) {
    signal.throwIfAborted();
    // `u_a` is in `u_a2`, too, and must not be replaced there by a second attempt.
    const isLonger = password.includes(previous);
    const done = isLonger ? await filesWith(files, host, { text: password, signal }) : NONE;
    const open = paths.filter((path) => !done.has(path));
    if (open.length === 0) continue;
    const { failed } = await replacePassword(files, host, { previous, password, paths: open });
    for (const { path } of failed) left.add(path);
  }
  return { done: paths.filter((path) => !left.has(path)), left: paths.filter((path) => left.has(path)) };
}

/** What images use of databases and of the files that name them. */
export const siteAdapter = (databases: NodeDatabases, files: FileService): SiteAdapter => ({
  login: async (hostCode) =>
    (await databases.has(hostCode)) ? (await databases.facts(hostCode)).access : undefined,
  replaceLogin: (host, change) => replaceLogin(files, host, change),
  replaceAddresses: async ({ code }, { names, url, signal }) => {
    const { access } = await databases.facts(code);
    let rows = 0;
    for (const name of names) {
      const request = { server: databases.server, host: access, from: name, to: url, signal };
      rows += (await replaceText({ ...request, kind: 'address' }, () => undefined)).rows;
    }
    return rows;
  },
});
