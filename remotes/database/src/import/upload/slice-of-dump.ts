/** Bytes `[from, to)` of a file. */
export interface Slice {
  readonly file: File;
  readonly from: number;
  readonly to: number;
}

const randomBoundary = () =>
  `sitedeck-${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Percent form of RFC 8187, so that no byte of a name can end the header line or mean something else. */
const encoded = (path: string) =>
  encodeURIComponent(path).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/** As the contract's `uploadSlice` names a part of one file. */
export const sliceHeaders = (uploadId: string, { file, from, to }: Slice): Record<string, string> => ({
  'X-Upload-Id': uploadId,
  'Content-Range': `bytes ${String(from)}-${String(to - 1)}/${String(file.size)}`,
  'Content-Total': String(file.size),
  'Content-First-Slice': String(from === 0),
});

/** A name that is taken stays what it is: the file gets another one. @param path below the folder of the upload */
export function sliceBody(path: string, { file, from, to }: Slice): Blob {
  const boundary = randomBoundary();
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename*=UTF-8''${encoded(path)}`,
    'X-If-Exists: both',
    'Content-Type: application/octet-stream',
  ];
  const parts = [`${head.join('\r\n')}\r\n\r\n`, file.slice(from, to), `\r\n--${boundary}--\r\n`];
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` });
}
