/** An entry that may have hostile fields. */
export interface TarEntry {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly target?: string;
  readonly mode?: number;
  readonly pax?: Readonly<Record<string, string>>;
  readonly gnuLong?: string;
}

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);

function header({ name, type = '0', target = '', mode = 0o644 }: TarEntry, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write(mode.toString(8).padStart(7, '0'), 100);
  block.write(size.toString(8).padStart(11, '0'), 124);
  block.write('00000000000', 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write(target, 157, 100);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return `${length}${rest}`;
}

function extension(type: string, text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return [header({ name: 'extension', type }, bytes.length), padded(bytes)];
}

/** Writes a tar block by block, so that its fields may be false. */
export function makeTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    const records = Object.entries(entry.pax ?? {}).map(([key, value]) => record(key, value));
    return [
      ...(records.length > 0 ? extension('x', records.join('')) : []),
      ...(entry.gnuLong === undefined ? [] : extension('L', `${entry.gnuLong}\0`)),
      header(entry, content.length),
      padded(content),
    ];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
