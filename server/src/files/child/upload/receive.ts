import type { IncomingMessage } from 'node:http';
import type { CallReply, FaultReason, uploadSlice } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { Pace } from '../pace';
import { partsOf, pathOf } from '../tree/site-path';
import { LandingFolder } from './landing-folder';
import { boundaryOf, Chunks, readParts, type FilePart } from './multipart';
import { bodyLimitOf, readSliceHeaders, type SliceWish } from './slice-headers';
import type { Target } from './put-in-place';
import { landed } from './taken';
import type { Upload } from './upload';
import type { DoneLine } from './upload-journal';
import type { Uploads } from './uploads';

type Reply = CallReply<typeof uploadSlice>;
type FileReply = Reply['files'][number];

/** What the door says about a request it let in: the id of its upload. */
const ID_HEADER = 'x-fs-context';

export function uploadIdOf(request: IncomingMessage): string {
  const id = request.headers[ID_HEADER];
  return typeof id === 'string' ? id : '';
}

/** The whole body, or a refusal: a request that is cut leaves nothing behind. */
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
  const whole = [...folder, ...parts];
  return { path: pathOf(whole), parts: whole };
}

async function takeSlice(
  upload: Upload,
  wish: SliceWish & { is: 'slice' },
  { folder, parts }: { folder: readonly string[]; parts: readonly FilePart[] },
): Promise<Reply> {
  const [part, more] = parts;
  if (!part) throw new Refusal('bad-input', { field: 'file', values: { field: 'file' } });
  if (more || part.size !== wish.to - wish.from) throw new Refusal('slice-out-of-range');
  const target = targetOf(folder, part);
  const taken = await upload.take(target, { ...wish, ...part });
  return { files: [{ path: target.path, size: wish.total, ...taken }] };
}

/** Files that came whole. One that fails is told beside the others; all failing for one reason is a refusal. */
async function takeBatch(
  upload: Upload,
  { folder, parts, words }: { folder: readonly string[]; parts: readonly FilePart[]; words: Words },
): Promise<Reply> {
  if (parts.length === 0) throw new Refusal('bad-input', { field: 'file', values: { field: 'file' } });
  const files: FileReply[] = [];
  const taken: DoneLine[] = [];
  let refusal: Refusal | undefined;
  using landing = new LandingFolder(upload.root);
  const pace = new Pace(new AbortController().signal);
  for (const part of parts) {
    if (pace.due) {
      landing.letGo();
      await pace.rest();
    }
    try {
      const line = await upload.takeWhole(targetOf(folder, part), part, landing);
      taken.push(line);
      files.push({ path: line.path, size: line.total, done: true, ...landed(line) });
    } catch (error) {
      const named = refusalOf(error);
      if (!isRefusal(named)) throw error;
      refusal = named;
      const { reason } = named;
      files.push({ path: part.fileName, size: part.size, done: false, failed: words(reason), reason });
    }
  }
  upload.noteWhole(taken);
  if (taken.length === 0 && refusal) throw refusal;
  return { files };
}

type Words = (reason: FaultReason) => string;

export interface Received {
  readonly uploadId: string;
  readonly current: string | undefined;
  readonly reply: Reply;
}

/** Takes one request of an upload: a slice of a file, or whole files. */
export async function receive(request: IncomingMessage, uploads: Uploads, words: Words): Promise<Received> {
  const wish = readSliceHeaders(request.headers);
  const boundary = boundaryOf(request.headers['content-type']);
  const id = uploadIdOf(request);
  const path = new URL(request.url ?? '/', 'http://child').searchParams.get('path');
  if (path === null) throw new Refusal('bad-path');
  const folder = partsOf(path);
  uploads.check(id);
  const body = await readBody(request, bodyLimitOf(wish));
  const parts = readParts(body, boundary, wish.is === 'slice' ? wish.to - wish.from : undefined);
  const reply = await uploads.use(id, (upload) =>
    wish.is === 'slice'
      ? takeSlice(upload, wish, { folder, parts })
      : takeBatch(upload, { folder, parts, words }),
  );
  return { uploadId: id, current: reply.files.at(-1)?.path, reply };
}
