import { Refusal } from '#faults/refusal';
import { nameFromBytes } from '../tree/walk';
import { readPartHeaders, type PartHeaders } from './upload-headers';

/** Bytes of a body, kept in the chunks in which they arrived. */
export class Chunks {
  readonly parts: Buffer[] = [];
  length = 0;

  add(chunk: Buffer): void {
    this.parts.push(chunk);
    this.length += chunk.length;
  }

  /** Views of `[from, to)`. */
  range(from: number, to: number): Buffer[] {
    const views: Buffer[] = [];
    let at = 0;
    for (const part of this.parts) {
      const [start, end] = [Math.max(from - at, 0), Math.min(to - at, part.length)];
      if (start < end) views.push(part.subarray(start, end));
      at += part.length;
    }
    return views;
  }

  /** `[from, to)` in one buffer. */
  piece(from: number, to: number): Buffer {
    const views = this.range(from, to);
    return views.length === 1 && views[0] ? views[0] : Buffer.concat(views);
  }
}

export interface FilePart extends PartHeaders {
  /** As sent: may contain a relative path. */
  readonly fileName: string;
  readonly bytes: readonly Buffer[];
  readonly size: number;
}

const HEADERS_LIMIT = 16 * 1024;
const HEADERS_END = Buffer.from('\r\n\r\n');

const broken = () => new Refusal('upload-cut');

/** Boundary of a multipart body, from its content type. */
export function boundaryOf(contentType: string | undefined): string {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(
    contentType ?? '',
  );
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined)
    throw new Refusal('bad-input', { field: 'Content-Type', values: { field: 'Content-Type' } });
  return boundary;
}

/** Browsers escape quotes and line ends of a name with percent codes, older programs put a backslash before a quote. */
const unescaped = (name: string): string =>
  name
    .replace(/\\"/g, '"')
    .replace(/%22|%0D|%0A/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));

type Head = PartHeaders & Pick<FilePart, 'fileName'>;

/** Undefined if the part is not a file. */
function headOf(headers: Buffer): Head | undefined {
  const text = nameFromBytes(headers);
  if (typeof text !== 'string') throw new Refusal('bad-name');
  const fileName = fileNameOf(text);
  return fileName === undefined ? undefined : { fileName, ...readPartHeaders(text) };
}

function fileNameOf(text: string): string | undefined {
  const disposition = /^content-disposition:([^\r\n]*)/im.exec(text)?.[1];
  if (disposition === undefined || !/;\s*name=(?:"file"|file)(?:;|\s|$)/i.test(disposition)) return undefined;
  const extended = /;\s*filename\*=utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeExtended(extended);
  // A name that ends in a backslash looks like an escaped quote: the second regular expression handles that.
  const plain =
    /;\s*filename="((?:\\"|[^"])*)"\s*(?:;|$)/i.exec(disposition) ??
    /;\s*filename="([^"]*)"/i.exec(disposition);
  return plain?.[1] === undefined ? undefined : unescaped(plain[1]);
}

function decodeExtended(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal('bad-name');
  }
}

/** The usual body: one part of `size` bytes, read without searching its content. Undefined for any other body. */
function singlePart(body: Chunks, boundary: string, size: number): FilePart | undefined {
  const open = Buffer.from(`--${boundary}\r\n`);
  const head = body.piece(0, Math.min(HEADERS_LIMIT, body.length));
  if (!head.subarray(0, open.length).equals(open)) return undefined;
  const end = head.indexOf(HEADERS_END, open.length - 2);
  if (end === -1) return undefined;
  const from = end + HEADERS_END.length;
  const close = Buffer.from(`\r\n--${boundary}--`);
  const tail = body.piece(from + size, Math.min(from + size + close.length, body.length));
  const rest = body.length - from - size - close.length;
  // Only a line end may follow the closing boundary.
  if (!tail.equals(close) || rest > 2) return undefined;
  const part = headOf(head.subarray(open.length, end));
  return part && { ...part, bytes: body.range(from, from + size), size };
}

/** Every part named `file`, in order. Refuses with `upload-cut` if the closing boundary is missing. */
function allParts(body: Buffer, boundary: string): FilePart[] {
  const mark = Buffer.from(`--${boundary}`);
  const between = Buffer.from(`\r\n--${boundary}`);
  const files: FilePart[] = [];
  let at = body.indexOf(mark);
  while (at !== -1) {
    const start = at + mark.length;
    if (body.subarray(start, start + 2).toString('latin1') === '--') return files;
    const end = body.indexOf(HEADERS_END, start);
    const next = end === -1 ? -1 : body.indexOf(between, end + 2);
    if (next === -1) throw broken();
    const head = headOf(body.subarray(start + 2, end));
    // A part without content: its boundary begins with the line end that closes the headers.
    const bytes = body.subarray(Math.min(end + HEADERS_END.length, next), next);
    if (head) files.push({ ...head, bytes: [bytes], size: bytes.length });
    at = next + 2;
  }
  throw broken();
}

/** @param sliceBytes bytes that the only part should have; undefined for complete files */
export function readParts(
  body: Chunks,
  boundary: string,
  sliceBytes: number | undefined,
): readonly FilePart[] {
  const single = sliceBytes === undefined ? undefined : singlePart(body, boundary, sliceBytes);
  return single ? [single] : allParts(body.piece(0, body.length), boundary);
}
