import { PASSWORD_FILES_MAX, SearchEvent, SitePath, type CallReply } from '@sitedeck/contract';
import type { findPasswordFiles, updatePasswordFiles } from '@sitedeck/contract';
import { fileTarget } from '../../sites/file-target';
import type { HostFacts } from '../../sites/host-scope';
import { fileVerb, type FileService } from '../../system/files/protocol';

/** What applications are configured with. */
const KINDS = [
  '*.php',
  '*.inc',
  '*.env',
  '.env*',
  '*.ini',
  '*.conf',
  '*.config',
  '*.cfg',
  '*.yml',
  '*.yaml',
  '*.json',
  '*.xml',
  '*.properties',
  '*.py',
  '*.js',
  '*.cs',
];
/** Libraries, which nobody configures. */
const ASIDE = ['node_modules', 'vendor', '.git'];
/** A line that is one long string is told once. */
const MATCHES = 200;

type Found = CallReply<typeof findPasswordFiles>;

/** Files of a site in which a password stands. */
export async function findPassword(
  files: FileService,
  host: HostFacts,
  { previous, signal }: { readonly previous: string; readonly signal: AbortSignal },
): Promise<Found> {
  const found: Found['files'] = [];
  const cut = { is: false };
  const onProgress = ({ events }: { readonly events: readonly unknown[] }) => {
    for (const told of events) {
      const event = SearchEvent.parse(told);
      if (event.is === 'found' && event.matches)
        found.push({ path: event.entry.path, lines: event.matches.length });
      if (event.is === 'end') cut.is = event.more;
    }
  };
  const place = { path: SitePath.parse('/'), include: KINDS, exclude: ASIDE };
  const body = { ...place, text: previous, matchCase: true, context: 0, limit: MATCHES };
  await files.call('stream', { ...fileTarget(host), stream: 'searchFiles', body }, { signal, onProgress });
  found.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files: found.slice(0, PASSWORD_FILES_MAX), more: cut.is || found.length > PASSWORD_FILES_MAX };
}

interface Update {
  readonly previous: string;
  readonly password: string;
  readonly paths: readonly SitePath[];
}

/** The old content of each stays among its versions. One that somebody changes meanwhile is left as it is, and told. */
export async function replacePassword(
  service: FileService,
  host: HostFacts,
  { previous, password, paths }: Update,
): Promise<CallReply<typeof updatePasswordFiles>> {
  const target = fileTarget(host);
  const wish = { text: previous, replacement: password, matchCase: true };
  const preview = await fileVerb(service, target, {
    verb: 'previewReplace',
    body: { ...wish, paths: [...paths] },
  });
  const files = preview.files
    .filter(({ changes }) => changes > 0)
    .map(({ path, version }) => ({ path: SitePath.parse(path), version }));
  if (files.length === 0) return { done: [], failed: preview.failed };
  const { done, failed } = await fileVerb(service, target, {
    verb: 'replaceInFiles',
    body: { ...wish, files },
  });
  return { done: done.map(({ path }) => ({ path })), failed: [...preview.failed, ...failed] };
}
