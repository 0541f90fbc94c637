import type { IfExists } from './entry';

/** Sent as the hash of a slice that does not complete its file: the hash comes with the last slice. */
export const HASH_LATER = 'later';

/** A file, or a slice of one, as `uploadSlice` sends it. */
export interface UploadPart {
  /** Path below the upload's folder. */
  readonly path: string;
  readonly blob: Blob;
  /** SHA-256 of the complete file, hex, or `HASH_LATER`; absent if the server should not check it. */
  readonly hash?: string;
  readonly ifExists: IfExists;
}

/** One request: a slice of one file (`range`, bytes), or complete small files. */
export interface UploadRequest {
  readonly uploadId: string;
  readonly items: readonly UploadPart[];
  readonly range?: { readonly slice: readonly [from: number, to: number]; readonly total: number };
}

/**
 * Headers of one upload request. Content-Range: the range for a slice, a star for an empty file, absent for a
 * batch of small files. Content-Total counts the bytes of the complete file or batch.
 */
export function uploadHeaders({ uploadId, range, items }: UploadRequest): Record<string, string> {
  if (!range) {
    const bytes = items.reduce((sum, { blob }) => sum + blob.size, 0);
    return { 'X-Upload-Id': uploadId, 'Content-Total': String(bytes), 'Content-First-Slice': 'true' };
  }
  const [from, to] = range.slice;
  const where = range.total === 0 ? '*' : `${String(from)}-${String(to - 1)}`;
  return {
    'X-Upload-Id': uploadId,
    'Content-Range': `bytes ${where}/${String(range.total)}`,
    'Content-Total': String(range.total),
    'Content-First-Slice': String(from === 0),
  };
}

const randomBoundary = () =>
  `sitedeck-${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Percent form of RFC 8187, so that no byte of a name can end the header line or change its meaning. */
const encoded = (path: string) =>
  encodeURIComponent(path).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

const hashLine = (hash: string | undefined): string => {
  if (hash === undefined) return '';
  return `X-Upload-Hash: sha-256${hash === HASH_LATER ? '' : `=${hash}`}\r\n`;
};

/**
 * One part `file` for each item; its file name is the path below the upload's folder. Built by hand because
 * `FormData` can't distinguish the names `a"` and `a%22`: browsers send both as `a%22`.
 */
export function uploadBody({ items }: Pick<UploadRequest, 'items'>): Blob {
  const boundary = randomBoundary();
  const parts = items.flatMap(({ path, blob, hash, ifExists }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''${encoded(path)}\r\n`,
    `${hashLine(hash)}X-If-Exists: ${ifExists}\r\n`,
    'Content-Type: application/octet-stream\r\n\r\n',
    blob,
    '\r\n',
  ]);
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}
