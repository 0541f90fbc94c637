import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Refusal } from '#faults/refusal';
import type { HostFacts } from '#sites/host-scope';
import type { ExtractRequest, SiteContent } from '#sites/worker/replace-site';
import type { StagingRow } from '#state/tool-tables';
import { removeAll } from '#system/disk/remove-all';
import { sanitizeTree } from '#system/disk/sanitize-tree';
import { withSpace } from '#system/disk/with-space';
import type { Identity } from '#system/process/identity';
import { openView } from '#system/restic/read-only-view';
import { STAGING_NAME } from '#system/site/host-entries';
import { throughProgram } from '#system/streams/through-program';
import type { Selection } from './selected-files';
import type { StagingTools } from './tools';

/** A file that could not be read, or was removed meanwhile. */
const unreadable = () => new Refusal('staging-unreadable');

/** Names without wildcards, from the folder in which tar starts. */
const PLAIN_NAMES = ['--no-wildcards', '--anchored'];

interface TarCopy {
  readonly from: string;
  readonly into: string;
  /** Names below the first folder. */
  readonly names: readonly string[];
  readonly without: readonly string[];
  readonly identity: Identity | undefined;
  readonly signal: AbortSignal;
}

/** Both programs run under the host's uid, so that they read and change nothing of others. */
async function copyNames({ from, into, names, without, identity, signal }: TarCopy): Promise<void> {
  const list = Readable.from(names.map((name) => `${name}\0`));
  const excluded = without.map((name) => `--exclude=${name}`);
  const packed = throughProgram(
    list,
    {
      file: 'tar',
      args: [
        ...['--create', '--file=-', '--format=gnu', '--sparse', '--one-file-system'],
        ...[...PLAIN_NAMES, ...excluded, '--null', '--verbatim-files-from', '--files-from=-'],
      ],
    },
    { identity, cwd: from, failure: unreadable },
  );
  const unpacked = throughProgram(
    packed,
    { file: 'tar', args: ['--extract', '--file=-', '--no-same-owner', '--preserve-permissions'] },
    { identity, cwd: into, failure: unreadable },
  );
  try {
    await finished(unpacked.resume(), { signal });
  } finally {
    unpacked.destroy();
  }
}

async function makeOwned(folder: string, owner: Identity | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  if (owner) await chown(folder, owner.uid, owner.gid);
}

async function extract(
  tools: StagingTools,
  { host, row, paths }: { readonly host: HostFacts; readonly row: StagingRow } & Pick<Selection, 'paths'>,
  { into, owner, signal, progress }: ExtractRequest,
): Promise<void> {
  // How far tar is can't be known.
  progress({});
  await removeAll(into);
  await makeOwned(into, owner);
  const target = join(into, 'wwwroot');
  await makeOwned(target, owner);
  if (paths.length === 0) return;
  const view = await openView(tools.rootOf(host.code), tools.views, host.code);
  const nameOf = (path: string) => `.${path}`;
  try {
    const work = (limit: AbortSignal) =>
      copyNames({
        ...{ from: join(view.root, STAGING_NAME), into: target, identity: owner, signal: limit },
        names: paths.map(nameOf),
        without: [...row.configured, ...row.cut_off].map(nameOf),
      });
    await withSpace({ folder: into, signal, work });
  } finally {
    await view.close();
  }
  await sanitizeTree({ into, owner, signal });
}

/** The selected files of a staging copy, as content of the site. */
export const stagingContent = (
  tools: StagingTools,
  copy: { readonly host: HostFacts; readonly row: StagingRow } & Selection,
): SiteContent => ({
  ...{ holds: 'site', files: copy.paths.length, bytes: copy.bytes, databaseBytes: 0 },
  extract: (request) => extract(tools, copy, request),
  writeDump: () => Promise.reject(new Error('A staging copy has no dump')),
  onUnreadable: () => Promise.resolve(),
});
