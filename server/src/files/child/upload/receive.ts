import type { IncomingMessage } from 'node:http';
import type { CallReply, FaultReason, uploadSlice } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { LoopYield } from '../loop-yield';
import { partsOf, pathOf } from '../tree/site-path';
import { boundaryOf, Chunks, readParts, type FilePart } from './multipart';
import { bodyLimitOf, readUploadRequest, type UploadRequest } from './upload-headers';
import { otherPath } from './known-files';
import { TargetFolder, type Target } from './put-in-place';
import type { Upload } from './upload';
import type { DoneLine } from './upload-journal';
import type { Uploads } from './uploads';

type Reply = CallReply<typeof uploadSlice>;
type FileReply = Reply['files'][number];

/** The front door writes the upload's id into this header. */
const ID_HEADER = 'x-fs-context';

export function uploadIdOf(request: IncomingMessage): string {
  const id = request.headers[ID_HEADER];
  return typeof id === 'string' ? id : '';
}

/** Reads the complete body; a request that is cut off is refused and leaves nothing behind. */
function readBody(request: IncomingMessage, limit: number): Promise<Chunks> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw new Refusal('slice-too-large');
  return new Promise((resolve, reject) => {
    const body = new Chunks();
    request.on('data', (chunk: Buffer) => {
      if (body.length > limit) return;
      body.add(chunk);
      if (body.length > limit) reject(new Refusal('slice-too-large'));
    });
    request.on('end', () => resolve(body));
    request.on('error', () => reject(new Refusal('upload-cut')));
    request.on('close', () => reject(new Refusal('upload-cut')));
  });
}

function targetOf(folder: readonly string[], part: FilePart): Target {
  const parts = partsOf(part.fileName);
  if (parts.length === 0) throw new Refusal('bad-name');
  const all = [...folder, ...parts];
  return { path: pathOf(all), parts: all };
}

async function takeSlice(
  upload: Upload,
  slice: UploadRequest & { is: 'slice' },
  { folder, parts }: { folder: readonly string[]; parts: readonly FilePart[] },
): Promise<Reply> {
  const [part, more] = parts;
  if (!part) throw new Refusal('bad-input', { field: 'file', values: { field: 'file' } });
  if (more || part.size !== slice.to - slice.from) throw new Refusal('slice-out-of-range');
  const target = targetOf(folder, part);
  const taken = await upload.take(target, { ...slice, ...part });
  return { files: [{ path: target.path, size: slice.total, ...taken }] };
}

/** Takes complete files. A failure is reported next to the other files; if all fail, the request is refused. */
async function takeBatch(
  upload: Upload,
  {
    folder,
    parts,
    messageOf,
  }: { folder: readonly string[]; parts: readonly FilePart[]; messageOf: MessageOf },
): Promise<Reply> {
  if (parts.length === 0) throw new Refusal('bad-input', { field: 'file', values: { field: 'file' } });
  const files: FileReply[] = [];
  const taken: DoneLine[] = [];
  let refusal: Refusal | undefined;
  using targetFolder = new TargetFolder(upload.root);
  const pace = new LoopYield(new AbortController().signal);
  for (const part of parts) {
    if (pace.due) {
      targetFolder.release();
      await pace.rest();
    }
    try {
      const line = await upload.takeFile(targetOf(folder, part), part, targetFolder);
      taken.push(line);
      files.push({ path: line.path, size: line.total, done: true, ...otherPath(line) });
    } catch (error) {
      const named = refusalOf(error);
      if (!isRefusal(named)) throw error;
      refusal = named;
      const { reason } = named;
      files.push({ path: part.fileName, size: part.size, done: false, failed: messageOf(reason), reason });
    }
  }
  upload.noteFiles(taken);
  if (taken.length === 0 && refusal) throw refusal;
  return { files };
}

type MessageOf = (reason: FaultReason) => string;

export interface UploadResult {
  readonly uploadId: string;
  readonly current: string | undefined;
  readonly reply: Reply;
}

/** Takes one request of an upload: a slice of a file, or complete files. */
export async function receive(
  request: IncomingMessage,
  uploads: Uploads,
  messageOf: MessageOf,
): Promise<UploadResult> {
  const uploadRequest = readUploadRequest(request.headers);
  const boundary = boundaryOf(request.headers['content-type']);
  const id = uploadIdOf(request);
  const path = new URL(request.url ?? '/', 'http://child').searchParams.get('path');
  if (path === null) throw new Refusal('bad-path');
  const folder = partsOf(path);
  uploads.check(id);
  const body = await readBody(request, bodyLimitOf(uploadRequest));
  const parts = readParts(
    body,
    boundary,
    uploadRequest.is === 'slice' ? uploadRequest.to - uploadRequest.from : undefined,
  );
  const reply = await uploads.use(id, (upload) =>
    uploadRequest.is === 'slice'
      ? takeSlice(upload, uploadRequest, { folder, parts })
      : takeBatch(upload, { folder, parts, messageOf }),
  );
  return { uploadId: id, current: reply.files.at(-1)?.path, reply };
}
