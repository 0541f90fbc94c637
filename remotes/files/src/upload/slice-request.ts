import type { SendRequest } from './upload-server';

/** The hash of a file comes with its last slice. */
export const LATER = 'later';

/**
 * Headers of one upload request (decisions, "Bodies and parameters"): a slice names its place in the file, an empty
 * file has a star for its place, a batch of small files has no Content-Range. Content-Total counts the bytes of the whole.
 */
export function sliceHeaders({ uploadId, range, items }: SendRequest): Record<string, string> {
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

/** Percent form of RFC 8187, so that no byte of a name can end the header line or mean something else. */
const encoded = (path: string) =>
  encodeURIComponent(path).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/**
 * One part `file` for each item; the file name of the part holds the path below the folder of the upload. Written out
 * here because `FormData` can't tell the names `a"` and `a%22` apart: browsers send both as `a%22`.
 */
export function uploadBody({ items }: Pick<SendRequest, 'items'>): Blob {
  const boundary = randomBoundary();
  const parts = items.flatMap(({ path, blob, hash, ifExists }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''${encoded(path)}\r\n`,
    `X-Upload-Hash: sha-256${hash === LATER ? '' : `=${hash}`}\r\nX-If-Exists: ${ifExists}\r\n`,
    'Content-Type: application/octet-stream\r\n\r\n',
    blob,
    '\r\n',
  ]);
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}
