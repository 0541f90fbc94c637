import type { SendRequest } from './upload-server';

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

/** One part `file` for each item; the file name of the part holds the path below the folder of the upload. */
export function uploadForm({ items }: Pick<SendRequest, 'items'>): FormData {
  const form = new FormData();
  for (const { path, blob } of items) form.append('file', blob, path);
  return form;
}
