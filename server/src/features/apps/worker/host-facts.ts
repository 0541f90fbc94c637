import { join } from 'node:path';
import { listFolder, type SitePath } from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import { runCaged, type CommandEnd } from '#sites/worker/caged-command';
import { isRefusal, Refusal } from '#faults/refusal';
import { JsonText } from '#system/streams/json-text';
import type { Command } from '#system/process/exec';
import type { AppPackage } from '#system/apps/app-package';
import type { IndexedApp } from '#system/apps/catalogue-index';
import type { AppTools } from './tools';

/** Time limit of a program that only reads, ms. */
const INSPECTION_MS = 60_000;
const OUTPUT_BYTES = 8 * 1024 * 1024;

interface Inspection {
  readonly host: HostFacts;
  readonly program: Command;
  /** Where it starts, in the host's tree. */
  readonly folder: SitePath;
  readonly input?: string;
}

/** Runs a program as the host, in its cage: whatever the owner has put into the tree, it can mislead only itself. */
async function inspectAs(tools: AppTools, { host, folder, ...command }: Inspection): Promise<CommandEnd> {
  const { cages, rootOf } = tools;
  if (!cages) throw new Refusal('app-no-cage');
  const root = rootOf(host.code);
  const where = { hostCode: host.code, root, uid: host.uid, folder: join(root, folder) };
  const signal = new AbortController().signal;
  return runCaged(
    cages,
    { ...where, ...command },
    { signal, limitMs: INSPECTION_MS, outputBytes: OUTPUT_BYTES },
  );
}

const partsOf = (version: string): readonly number[] => version.split('.').slice(0, 2).map(Number);

function isAtLeast(found: string, needed: string): boolean {
  const [[major = 0, minor = 0], [needMajor = 0, needMinor = 0]] = [partsOf(found), partsOf(needed)];
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** What the host's PHP lacks: `PHP 8.1`, or names of extensions. */
export async function missingOf(
  tools: AppTools,
  host: HostFacts,
  { php, extensions }: IndexedApp['requires'],
): Promise<string[]> {
  if (tools.php === undefined) return [`PHP ${php}`];
  const code = 'echo PHP_VERSION, "\\n", implode("\\n", get_loaded_extensions());';
  const program = { file: tools.php, args: ['-r', code] };
  const folder = '/wwwroot' as SitePath;
  const { output } = await inspectAs(tools, { host, program, folder });
  const [version = '', ...loaded] = output.toString('utf8').trim().split('\n');
  const has = new Set(loaded.map((name) => name.toLowerCase()));
  return [
    ...(isAtLeast(version, php) ? [] : [`PHP ${php}`]),
    ...extensions.filter((name) => !has.has(name.toLowerCase())),
  ];
}

/** Refuses with `app-needs`. */
export async function refuseUnfit(
  tools: AppTools,
  host: HostFacts,
  requires: IndexedApp['requires'],
): Promise<void> {
  const missing = await missingOf(tools, host, requires);
  if (missing.length > 0) throw new Refusal('app-needs', { values: { needs: missing.join(', ') } });
}

/** Whether the folder exists and has an entry. */
export async function isOccupied({ files }: AppTools, host: HostFacts, folder: SitePath): Promise<boolean> {
  const body = { path: folder, offset: 0, limit: 1, sort: 'name', order: 'asc' };
  try {
    const listing = await files.call('verb', { ...fileTarget(host), verb: 'listFolder', body });
    return listFolder.reply.parse(listing instanceof JsonText ? listing.value() : listing).total > 0;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'no-such-file') return false;
    throw error;
  }
}

const FAILED = /^(.*): FAILED(?: open or read)?$/;

/** Files of an app that differ from those that were installed, or are gone. */
export async function changedFiles(
  tools: AppTools,
  host: HostFacts,
  { folder, files }: { readonly folder: SitePath; readonly files: AppPackage['files'] },
): Promise<string[]> {
  const input = Object.entries(files)
    .map(([path, sha256]) => `${sha256}  ${path}\n`)
    .join('');
  const program = { file: 'sha256sum', args: ['--check', '--quiet', '-'] };
  const { output } = await inspectAs(tools, { host, program, folder, input });
  const lines = output.toString('utf8').split('\n');
  return lines.flatMap((line) => FAILED.exec(line)?.slice(1, 2) ?? []).filter((path) => path in files);
}

/** Those of the paths, in a folder of the host, that exist and that the host can write to. */
export async function writablePaths(
  tools: AppTools,
  host: HostFacts,
  { folder, paths }: { readonly folder: SitePath; readonly paths: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const inner = paths.map((path) => `./${path}`);
  const program = { file: 'find', args: [...inner, '-maxdepth', '0', '-writable', '-print'] };
  const { output } = await inspectAs(tools, { host, program, folder });
  const found = new Set(output.toString('utf8').split('\n'));
  return new Set(paths.filter((path) => found.has(`./${path}`)));
}

/** `xargs` passes the shell as many paths as a command takes; `find` wants them first. */
const FIND_FILES = 'exec find "$@" -maxdepth 0 -type f';

/** Those of the paths, in a folder of the host, that are files. */
export async function presentFiles(
  tools: AppTools,
  host: HostFacts,
  { folder, paths }: { readonly folder: SitePath; readonly paths: readonly string[] },
): Promise<readonly string[]> {
  const input = paths.map((path) => `./${path}\n`).join('');
  const program = { file: 'xargs', args: ['-d', '\\n', '-r', 'sh', '-c', FIND_FILES, 'sh'] };
  const { output } = await inspectAs(tools, { host, program, folder, input });
  const found = new Set(output.toString('utf8').split('\n'));
  return paths.filter((path) => found.has(`./${path}`));
}

/** Files below a folder, and their bytes. */
export async function measureFolder(
  tools: AppTools,
  host: HostFacts,
  folder: SitePath,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const program = { file: 'find', args: ['.', '-type', 'f', '-printf', '%s\\n'] };
  const { output } = await inspectAs(tools, { host, program, folder });
  const sizes = output
    .toString('utf8')
    .split('\n')
    .filter((line) => /^\d+$/.test(line));
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + Number(size), 0) };
}
