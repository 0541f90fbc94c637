import type { CallReply, CallRequest, previewReplace, replaceInFiles } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { openContent } from '../text/content';
import { contentVersion } from '../text/content-version';
import { faultOf } from '#files/link/file-fault';
import { mayChangeEntry } from '../tree/place-rules';
import { checkExpression } from '../search/ripgrep';
import { readLimited } from '../search/text-source';
import { partsOf } from '../tree/site-path';
import { decodeText, encodeText, type Decoded } from '../text/text-encoding';
import type { Verb, VerbContext } from '../verb';
import { putBytes } from '../verbs/text';
import { spotOf, type Spot } from '../tree/walk';
import { changedLines } from './changed-lines';
import { changedText, type ReplaceWish } from './changed-text';

type PreviewBody = CallRequest<typeof previewReplace>['body'];
type PreviewReply = CallReply<typeof previewReplace>;
type ReplaceBody = CallRequest<typeof replaceInFiles>['body'];
type ReplaceReply = CallReply<typeof replaceInFiles>;

/** Lines of one file, and of all files together, that a preview shows. */
const LINES_OF_FILE = 200;
const LINES_IN_ALL = 5000;

interface Source {
  readonly decoded: Decoded;
  readonly version: string;
  readonly mode: number;
  readonly size: number;
}

function sourceAt(spot: Spot): Source {
  using content = openContent(spot.folder, spot.name);
  const { size, mode } = content.stats;
  const bytes = readLimited(content.fd, size);
  if (bytes === undefined) throw new Refusal('file-too-large');
  return { decoded: decodeText(bytes, undefined), version: contentVersion(bytes), mode: mode & 0o777, size };
}

/** An expression that is none fails the call as a whole, not file by file. */
const check = async (wish: ReplaceWish, signal: AbortSignal) => {
  if (wish.regex) await checkExpression(wish, signal);
};

export const preview: Verb<PreviewBody, PreviewReply> = async (body, context) => {
  const { disk, signal } = context;
  await check(body, signal);
  const reply: PreviewReply = { files: [], failed: [] };
  let left = LINES_IN_ALL;
  for (const path of body.paths) {
    signal.throwIfAborted();
    try {
      using spot = spotOf(disk.root, partsOf(path));
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
  file: ReplaceBody['files'][number],
  wish: ReplaceWish,
  context: VerbContext,
): Promise<ReplaceReply['done'][number]> {
  const { disk } = context;
  const parts = partsOf(file.path);
  mayChangeEntry(parts);
  using spot = spotOf(disk.root, parts);
  const source = sourceAt(spot);
  if (source.version !== file.version) throw new Refusal('conflict');
  const { encoding, bom, content } = source.decoded;
  const changed = await changedText(content, wish, context);
  if (changed.content === content) return { path: file.path, version: file.version };
  const bytes = encodeText(changed.content, encoding, bom);
  await disk.quota.ensureRoom(bytes.length - source.size, bytes.length);
  checkUnchanged(spot, file.version);
  const { kept } = putBytes(disk, { spot, parts, cause: 'replace' }, { bytes, mode: source.mode });
  return { path: file.path, version: contentVersion(bytes), ...(kept !== undefined && { kept }) };
}

/** Once more in the turn that replaces it: others had theirs while the text was searched. */
function checkUnchanged(spot: Spot, version: string): void {
  if (sourceAt(spot).version !== version) throw new Refusal('conflict');
}

export const replaceAll: Verb<ReplaceBody, ReplaceReply> = async (body, context) => {
  const { signal } = context;
  await check(body, signal);
  const reply: ReplaceReply = { done: [], failed: [] };
  for (const file of body.files) {
    // What is done stays done and is told.
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
