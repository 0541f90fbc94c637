import { lstatSync } from 'node:fs';
import type { MeasureEvent } from '@sitedeck/contract';
import type { ChildBodies } from '#files/link/child-messages';
import { isRefusal } from '#faults/refusal';
import { EventStream } from '../search/event-stream';
import type { StreamControl } from '../verb';
import { treeFiles } from '../search/tree-files';
import { partsOf } from '../tree/site-path';
import { walk, type Folder } from '../tree/walk';
import { findSizes, sizeFinder, type Sizes } from './find-sizes';

type Body = ChildBodies['measureFolders'];

const REPORT_MS = 250;
/** How many runs work at the same time. */
const LANES = 2;
/** Folders are split until there are this many, so that no run takes much longer than the others. */
const PIECES = 16;
/** Folders per run; each is held open during the run. */
const RUN_FOLDERS = 128;

/** Counts the upper levels. @returns paths of the folders that are left to count */
function splitFolder(folder: Folder, sizes: Sizes): string[] {
  let pieces = ['.'];
  for (let depth = 0; depth < 4 && pieces.length < PIECES; depth += 1) {
    const inner = pieces.flatMap((piece) => opened(folder, piece, sizes));
    if (inner.length === 0) return [];
    pieces = inner;
  }
  return pieces;
}

/** Counts the entries of one folder. @returns its folders with UTF-8 names */
function opened(folder: Folder, piece: string, sizes: Sizes): string[] {
  const parts = piece === '.' ? [] : piece.split('/');
  using held = walk(folder, parts);
  const inner: string[] = [];
  for (const name of held.names()) {
    const stats = lstatSync(held.at(name), { throwIfNoEntry: false });
    if (stats?.isDirectory() && typeof name === 'string') inner.push([...parts, name].join('/'));
    else if (stats?.isDirectory()) sizes.folders += 1;
    else if (stats) {
      sizes.files += 1;
      sizes.bytes += stats.size;
    }
  }
  sizes.folders += parts.length > 0 ? 1 : 0;
  return inner;
}

/** Distributes folders in turn: neighbours have similar sizes. */
function distribute(names: readonly string[]): string[][] {
  const hands: string[][] = Array.from({ length: Math.min(PIECES, names.length) }, () => []);
  names.forEach((name, index) => hands[index % hands.length]?.push(name));
  return hands.flatMap((hand) => {
    const runs = Math.ceil(hand.length / RUN_FOLDERS);
    return Array.from({ length: runs }, (_, run) => hand.slice(run * RUN_FOLDERS, (run + 1) * RUN_FOLDERS));
  });
}

/** Opens the folders that still exist; the caller closes them. */
function foldersOf(folder: Folder, names: readonly string[]): Folder[] {
  return names.flatMap((name) => {
    try {
      return [walk(folder, name.split('/'))];
    } catch (error) {
      if (isRefusal(error)) return [];
      throw error;
    }
  });
}

async function countRun(names: readonly string[], tool: Tool): Promise<void> {
  const folders = foldersOf(tool.folder, names);
  const { file, sizes, signal } = tool;
  try {
    if (folders.length > 0) await findSizes({ file, fds: folders.map(({ fd }) => fd) }, sizes, signal);
  } finally {
    for (const folder of folders) folder[Symbol.dispose]();
  }
}

async function countByTool(tool: Tool): Promise<void> {
  const runs = distribute(splitFolder(tool.folder, tool.sizes));
  const lane = async () => {
    for (let names = runs.shift(); names; names = runs.shift()) await countRun(names, tool);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function countByWalk(folder: Folder, { sizes, signal }: Counting): Promise<void> {
  const walking = { start: [], signal, wanted: () => true, onClosed: () => undefined };
  for await (const { stats } of treeFiles(folder, walking)) {
    if (stats.isDirectory()) sizes.folders += 1;
    else {
      sizes.files += 1;
      sizes.bytes += stats.size;
    }
  }
}

interface Counting {
  readonly sizes: Sizes;
  readonly signal: AbortSignal;
}

interface Tool extends Counting {
  readonly file: string;
  readonly folder: Folder;
}

/** Measures one folder; reports the sums so far and at the end. */
async function measureOne(
  path: string,
  control: StreamControl,
  events: EventStream<MeasureEvent>,
): Promise<void> {
  using folder = walk(control.disk.root, partsOf(path));
  const sizes: Sizes = { bytes: 0, files: 0, folders: 0 };
  const report = (isComplete: boolean) => events.add({ is: 'size', path, ...sizes, complete: isComplete });
  let reporting = Promise.resolve();
  const timer = setInterval(() => {
    reporting = reporting.then(() => report(false)).catch(() => undefined);
  }, REPORT_MS);
  try {
    const file = await sizeFinder();
    const counting = { sizes, signal: control.signal };
    await (file === undefined ? countByWalk(folder, counting) : countByTool({ ...counting, file, folder }));
  } finally {
    clearInterval(timer);
  }
  await reporting;
  await report(true);
}

/** Measures folders one after the other; skips one that has been removed. */
export async function measureFolders(
  { paths }: Body,
  control: StreamControl,
): Promise<Record<string, never>> {
  const events = new EventStream<MeasureEvent>(control);
  for (const path of paths) {
    control.signal.throwIfAborted();
    try {
      await measureOne(path, control, events);
    } catch (error) {
      const isGone =
        isRefusal(error) && ['no-such-file', 'not-a-folder', 'link-in-path'].includes(error.reason);
      if (!isGone || paths.length === 1) throw error;
    }
  }
  await events.add({ is: 'end' });
  await events.flush();
  return {};
}
