import type { FaultReason, ScanAct } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import type { FileTarget } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { ScanFileRow } from '#state/scan-tables';
import { handOver } from '#system/streams/hand-over';
import { changeState, KeptFile, noteKept, rawPath, readFile } from '../scan-store';
import { Quarantine } from './quarantine';
import { readContents } from './read-contents';
import { hashOf, SCAN_BYTES_MAX } from './scan-site';
import type { ScanTools } from './tools';

/** Larger files do not fit into memory; web shells are a thousandth of this. Bytes. */
const ACT_BYTES_MAX = 64 * 1024 * 1024;

interface Act {
  readonly tools: ScanTools;
  readonly host: HostFacts;
  readonly target: FileTarget;
  readonly quarantine: Quarantine;
  readonly row: ScanFileRow;
  readonly reason: string;
}

/** The complete file, if it still is what the scan has read; undefined if it is gone. */
async function readAgain({
  tools,
  target,
  row,
}: Act): Promise<{ content: Buffer; kept: KeptFile } | undefined> {
  if (row.size > ACT_BYTES_MAX) throw new Refusal('scan-file-large');
  const { signal } = new AbortController();
  const paths = [rawPath(row.path)];
  for await (const file of readContents(tools.files, target, { paths, most: ACT_BYTES_MAX, signal })) {
    if (file.is === 'failed' && file.why === 'gone') return undefined;
    if (file.is === 'failed') throw new Refusal('scan-file-closed');
    const { content, size, mode, modified } = file;
    if (size !== content.length || hashOf(content.subarray(0, SCAN_BYTES_MAX)) !== row.hash)
      throw new Refusal('scan-file-changed');
    return { content, kept: { hash: hashOf(content), bytes: size, mode, modified } };
  }
  return undefined;
}

function ensureState({ row }: Act, ...states: readonly ScanFileRow['state'][]): void {
  if (!states.includes(row.state)) throw new Refusal('scan-wrong-state');
}

async function moveTo(
  { tools, row }: Act,
  change: Omit<Parameters<typeof changeState>[2], 'at'>,
): Promise<void> {
  const isChanged = await changeState(tools.db, row, { ...change, at: tools.now() });
  if (!isChanged) throw new Refusal('scan-wrong-state');
}

async function removeFromSite({ tools, target, row }: Act, hash: string): Promise<void> {
  const { is } = await tools.files.call('takeAway', { ...target, path: rawPath(row.path), hash });
  if (is === 'changed') throw new Refusal('scan-file-changed');
}

/** The copy is on the disk and known to the row before the file leaves the site, so a lost process loses nothing. */
async function quarantineFile(act: Act): Promise<void> {
  ensureState(act, 'open');
  const { tools, quarantine, host, row } = act;
  const read = await readAgain(act);
  const kept = read?.kept ?? (await earlierCopy(act));
  if (!kept) throw new Refusal('scan-file-gone');
  if (read) {
    await quarantine.store(host.code, row.id, read.content);
    await noteKept(tools.db, row.id, kept);
    await removeFromSite(act, kept.hash).catch(async (error: unknown) => {
      await noteKept(tools.db, row.id, null);
      await quarantine.drop(host.code, row.id);
      throw error;
    });
  }
  await moveTo(act, { state: 'quarantined' });
}

/** The copy of an act that was interrupted after it had removed the file. */
async function earlierCopy({ quarantine, host, row }: Act): Promise<KeptFile | undefined> {
  const isKept = row.kept !== null && (await quarantine.has(host.code, row.id));
  return isKept ? KeptFile.parse(row.kept) : undefined;
}

/** Whether the site has the file again, with the content of the copy: an act was interrupted after it had restored it. */
async function isBack({ tools, target, row }: Act, hash: string): Promise<boolean> {
  const { signal } = new AbortController();
  const paths = [rawPath(row.path)];
  for await (const file of readContents(tools.files, target, { paths, most: ACT_BYTES_MAX, signal }))
    return file.is === 'content' && hashOf(file.content) === hash;
  return false;
}

async function restoreFile(act: Act): Promise<void> {
  ensureState(act, 'quarantined');
  const { tools, quarantine, host, target, row } = act;
  const kept = await earlierCopy(act);
  if (!kept) throw new Refusal('scan-file-gone');
  const { is } = await handOver({
    folder: tools.handoverOf(host.code),
    root: tools.rootOf(host.code),
    identity: tools.ownerOf(host),
    give: ({ bytes }) => quarantine.send(host.code, row.id, bytes),
    take: (socket) => {
      const { mode, modified } = kept;
      return tools.files.call('putBack', { ...target, socket, path: rawPath(row.path), mode, modified });
    },
  });
  if (is === 'name-taken' && !(await isBack(act, kept.hash))) throw new Refusal('scan-place-taken');
  await moveTo(act, { state: 'open', kept: null });
  await quarantine.drop(host.code, row.id);
}

async function deleteFile(act: Act): Promise<void> {
  ensureState(act, 'open', 'quarantined');
  const { quarantine, host, row } = act;
  if (row.state === 'open') {
    const read = await readAgain(act);
    if (read) await removeFromSite(act, read.kept.hash);
  }
  await moveTo(act, { state: 'resolved', kept: null });
  await quarantine.drop(host.code, row.id);
}

async function ignoreFile(act: Act): Promise<void> {
  ensureState(act, 'open');
  // A file that could not be read has no content to trust.
  if (act.row.hash === '') throw new Refusal('scan-file-closed');
  await moveTo(act, { state: 'ignored', reason: act.reason });
}

async function unignoreFile(act: Act): Promise<void> {
  ensureState(act, 'ignored');
  await moveTo(act, { state: 'open' });
}

const ACTS: Readonly<Record<ScanAct, (act: Act) => Promise<void>>> = {
  quarantine: quarantineFile,
  restore: restoreFile,
  delete: deleteFile,
  ignore: ignoreFile,
  unignore: unignoreFile,
};

/** Acts whose result visitors see. */
const CHANGES_SITE: ReadonlySet<ScanAct> = new Set(['quarantine', 'restore', 'delete']);

export interface ActRequest {
  readonly act: ScanAct;
  readonly ids: readonly number[];
  readonly reason: string;
}

export interface ActReport {
  readonly done: number[];
  readonly failed: { readonly id: number; readonly path: string; readonly reason: FaultReason }[];
}

/** Runs an act on files, each by itself. */
export async function actOn(
  tools: ScanTools,
  host: HostFacts,
  { act, ids, reason }: ActRequest,
): Promise<ActReport> {
  const report: ActReport = { done: [], failed: [] };
  const quarantine = new Quarantine(tools.quarantine);
  for (const id of new Set(ids)) {
    const row = await readFile(tools.db, { hostCode: host.code, id });
    const path = row ? row.shown_path : '';
    try {
      if (!row) throw new Refusal('scan-file-gone');
      await ACTS[act]({ tools, host, target: fileTarget(host), quarantine, row, reason });
      report.done.push(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      report.failed.push({ id, path, reason: error.reason });
    }
  }
  if (CHANGES_SITE.has(act) && report.done.length > 0) await tools.purge(host.code);
  return report;
}
