import type {
  CallReply,
  previewReplace as previewCall,
  replaceInFiles as replaceCall,
} from '@sitedeck/contract';
import type { ChildBodies } from '#files/link/child-messages';
import { Refusal } from '#faults/refusal';
import { openRegularFile } from '../tree/open-file';
import { contentVersion, readLimited } from '../text/read-file';
import { faultOf } from '#files/link/file-fault';
import { mayChangeEntry } from '../tree/write-rules';
import { checkExpression } from '../search/ripgrep';
import { partsOf } from '../tree/site-path';
import { decodeText, encodeText, type DecodedText } from '../text/text-encoding';
import type { Verb, VerbContext } from '../verb';
import { putBytes } from '../verbs/read-write-text';
import { locate, type LocatedEntry } from '../tree/walk';
import { changedLines } from './changed-lines';
import { changedText, type ReplaceRequest } from './changed-text';

type PreviewReply = CallReply<typeof previewCall>;
type ReplaceReply = CallReply<typeof replaceCall>;

/** Lines of one file, and of all files together, that a preview shows. */
const LINES_OF_FILE = 200;
const LINES_IN_ALL = 5000;

interface Source {
  readonly decoded: DecodedText;
  readonly version: string;
  readonly mode: number;
  readonly size: number;
}

function sourceAt(spot: LocatedEntry): Source {
  using content = openRegularFile(spot.folder, spot.name);
  const { size, mode } = content.stats;
  const bytes = readLimited(content.fd, size);
  if (bytes === undefined) throw new Refusal('file-too-large');
  return { decoded: decodeText(bytes, undefined), version: contentVersion(bytes), mode: mode & 0o777, size };
}

/** An invalid regular expression fails the call, not each file. */
const checkPattern = async (query: ReplaceRequest, signal: AbortSignal) => {
  if (query.regex) await checkExpression(query, signal);
};

export const previewReplace: Verb<'previewReplace'> = async (body, context) => {
  const { disk, signal } = context;
  await checkPattern(body, signal);
  const reply: PreviewReply = { files: [], failed: [] };
  let left = LINES_IN_ALL;
  for (const path of body.paths) {
    signal.throwIfAborted();
    try {
      using spot = locate(disk.root, partsOf(path));
      const { decoded, version } = sourceAt(spot);
      const changed = await changedText(decoded.content, body, context);
      const lines = changedLines(changed, Math.min(LINES_OF_FILE, left));
      left -= lines.length;
      reply.files.push({ path, version, changes: changed.changes.length, lines });
    } catch (error) {
      if (signal.aborted) throw error;
      reply.failed.push({ path, fault: faultOf(error) });
    }
  }
  return reply;
};

async function replaceOne(
  file: ChildBodies['replaceInFiles']['files'][number],
  query: ReplaceRequest,
  context: VerbContext,
): Promise<ReplaceReply['done'][number]> {
  const { disk } = context;
  const parts = partsOf(file.path);
  mayChangeEntry(parts);
  using spot = locate(disk.root, parts);
  const source = sourceAt(spot);
  if (source.version !== file.version) throw new Refusal('conflict');
  const { encoding, bom, content } = source.decoded;
  const changed = await changedText(content, query, context);
  if (changed.content === content) return { path: file.path, version: file.version };
  const bytes = encodeText(changed.content, encoding, bom);
  await disk.quota.ensureRoom(bytes.length - source.size, bytes.length);
  checkUnchanged(spot, file.version);
  const { kept } = putBytes(disk, { spot, parts, cause: 'replace' }, { bytes, mode: source.mode });
  return { path: file.path, version: contentVersion(bytes), ...(kept !== undefined && { kept }) };
}

/** Checked again right before the replacement: other calls may have run during the search. */
function checkUnchanged(spot: LocatedEntry, version: string): void {
  if (sourceAt(spot).version !== version) throw new Refusal('conflict');
}

export const replaceInFiles: Verb<'replaceInFiles'> = async (body, context) => {
  const { signal } = context;
  await checkPattern(body, signal);
  const reply: ReplaceReply = { done: [], failed: [] };
  for (const file of body.files) {
    // Files that are done stay done and are reported.
    try {
      signal.throwIfAborted();
      reply.done.push(await replaceOne(file, body, context));
    } catch (error) {
      if (signal.aborted) throw error;
      reply.failed.push({ path: file.path, fault: faultOf(error) });
    }
  }
  return reply;
};
