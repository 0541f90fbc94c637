export interface Part {
  readonly name: string;
  readonly fileName: string;
  readonly body: Buffer;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads `multipart/form-data` the plain way: everything is in memory. */
export function readParts(contentType: string, body: Buffer): Part[] {
  const boundary = /boundary=("?)([^";]+)\1/.exec(contentType)?.[2];
  if (boundary === undefined) throw new Error(`not multipart: ${contentType}`);
  const mark = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let from = body.indexOf(mark) + mark.length + 2;
  for (let next = body.indexOf(mark, from); next >= 0; next = body.indexOf(mark, from)) {
    parts.push(readPart(body.subarray(from, next - 2)));
    from = next + mark.length + 2;
  }
  return parts;
}

function readPart(bytes: Buffer): Part {
  const gap = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, gap).toString('utf8');
  const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '';
  const fileName = /filename\*=UTF-8''(\S+)/.exec(head)?.[1] ?? '';
  const lines = head.split('\r\n').filter((line) => line.includes(': '));
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { name, fileName: decodeURIComponent(fileName), body: bytes.subarray(gap + 4), headers };
}
