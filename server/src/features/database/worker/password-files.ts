import { PASSWORD_FILES_MAX, SearchEvent, SitePath, type CallReply } from '@sitedeck/contract';
import type { findPasswordFiles, updatePasswordFiles } from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import { faultOf } from '#files/link/file-fault';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { Refusal } from '#faults/refusal';
import { formsOf, isPlain, stylesOf } from './password-styles';

/** Usual names of configuration files. */
const CONFIGURATION_FILES = [
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
/** Folders of libraries, which contain no configuration of the site. */
const LIBRARY_FOLDERS = ['node_modules', 'vendor', '.git'];
/** Limit of matches per file; a line that is one long string counts once. */
const MATCHES = 200;

type PasswordFindings = CallReply<typeof findPasswordFiles>;

/** Lines of each file that contain a text. */
async function findText(
  files: FileService,
  host: HostFacts,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<{ readonly lines: ReadonlyMap<string, number>; readonly isCut: boolean }> {
  const lines = new Map<string, number>();
  let isCut = false;
  const onProgress = ({ events }: { readonly events: readonly unknown[] }) => {
    for (const given of events) {
      const event = SearchEvent.parse(given);
      if (event.is === 'found' && event.matches) lines.set(event.entry.path, event.matches.length);
      if (event.is === 'end') isCut = event.more;
    }
  };
  const place = { path: SitePath.parse('/'), include: CONFIGURATION_FILES, exclude: LIBRARY_FOLDERS };
  const body = { ...place, text, matchCase: true, context: 0, limit: MATCHES };
  await files.call('stream', { ...fileTarget(host), stream: 'searchFiles', body }, { signal, onProgress });
  return { lines, isCut };
}

/** Files of a site that contain a password, plain or escaped for the language of the file. */
export async function findPassword(
  files: FileService,
  host: HostFacts,
  { previous, signal }: { readonly previous: string; readonly signal: AbortSignal },
): Promise<PasswordFindings> {
  const all = new Map<string, number>();
  let isCut = false;
  for (const text of formsOf(previous)) {
    const found = await findText(files, host, { text, signal });
    for (const [path, lines] of found.lines) all.set(path, (all.get(path) ?? 0) + lines);
    isCut ||= found.isCut;
  }
  const found = [...all].map(([path, lines]) => ({ path, lines }));
  found.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files: found.slice(0, PASSWORD_FILES_MAX), more: isCut || found.length > PASSWORD_FILES_MAX };
}

interface Update {
  readonly previous: string;
  readonly password: string;
  readonly paths: readonly SitePath[];
}

type UpdateReply = CallReply<typeof updatePasswordFiles>;

/** Replaces a text in files. A file that changes meanwhile stays as it is and is reported. */
async function replaceText(
  service: FileService,
  host: HostFacts,
  {
    text,
    replacement,
    paths,
  }: { readonly text: string; readonly replacement: string; readonly paths: SitePath[] },
): Promise<UpdateReply> {
  const target = fileTarget(host);
  const request = { text, replacement, matchCase: true };
  const preview = await runFileVerb(service, target, {
    verb: 'previewReplace',
    body: { ...request, paths },
  });
  const files = preview.files
    .filter(({ changes }) => changes > 0)
    .map(({ path, version }) => ({ path: SitePath.parse(path), version }));
  if (files.length === 0) return { done: [], failed: preview.failed };
  const { done, failed } = await runFileVerb(service, target, {
    verb: 'replaceInFiles',
    body: { ...request, files },
  });
  return { done: done.map(({ path }) => ({ path })), failed: [...preview.failed, ...failed] };
}

interface Replacement {
  readonly text: string;
  readonly replacement: string;
  readonly applies: (path: string) => boolean;
}

/**
 * Between quotes the text is escaped for its file; elsewhere it is written only if it needs no escaping in
 * any language.
 */
function replacementsFor({ previous, password, paths }: Update): readonly Replacement[] {
  const styles = new Set(paths.flatMap((path) => stylesOf(path)));
  const between = [...styles].map((style): Replacement => {
    const written = (text: string) => `${style.quote}${style.escape(text)}${style.quote}`;
    return {
      text: written(previous),
      replacement: written(password),
      applies: (path) => stylesOf(path).includes(style),
    };
  });
  const asIs: Replacement = { text: previous, replacement: password, applies: () => true };
  return isPlain(password) ? [...between, asIs] : between;
}

/**
 * Replaces a password; the versions of each file keep its old content. A file in which nothing could be
 * replaced safely is reported.
 */
export async function replacePassword(
  service: FileService,
  host: HostFacts,
  update: Update,
): Promise<UpdateReply> {
  const done = new Set<string>();
  const failed = new Map<string, UpdateReply['failed'][number]>();
  for (const { text, replacement, applies } of replacementsFor(update)) {
    const paths = update.paths.filter((path) => applies(path) && !failed.has(path));
    if (paths.length === 0) continue;
    const updated = await replaceText(service, host, { text, replacement, paths });
    for (const { path } of updated.done) done.add(path);
    for (const one of updated.failed) failed.set(one.path, one);
  }
  const byHand = faultOf(new Refusal('password-by-hand'));
  for (const path of update.paths)
    if (!done.has(path) && !failed.has(path)) failed.set(path, { path, fault: byHand });
  return {
    done: update.paths.filter((path) => done.has(path) && !failed.has(path)).map((path) => ({ path })),
    failed: [...failed.values()],
  };
}
