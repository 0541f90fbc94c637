/**
 * A JSON value that was built and checked elsewhere, and is passed on unchanged; as bytes if it arrived as
 * bytes.
 */
export class JsonText {
  constructor(private readonly given: string | Buffer) {}

  get text(): string {
    return typeof this.given === 'string' ? this.given : this.given.toString('utf8');
  }

  get bytes(): Buffer {
    return typeof this.given === 'string' ? Buffer.from(this.given) : this.given;
  }

  value(): unknown {
    return JSON.parse(this.text);
  }
}

const MARK = '='.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
const REQUEST_MARK = '+'.charCodeAt(0);
const TAB = '\t'.charCodeAt(0);

/** Pieces of a link's line that replies with such a text, including its end. JSON has no raw line breaks. */
export const textLine = (id: number, { bytes }: JsonText): readonly (string | Buffer)[] => [
  `=${id} `,
  bytes,
  '\n',
];

/** Undefined if the line is an ordinary message. */
export function readTextLine(line: Buffer): { readonly id: number; readonly reply: JsonText } | undefined {
  if (line[0] !== MARK) return undefined;
  const end = line.indexOf(SPACE);
  return { id: Number(line.toString('latin1', 1, end)), reply: new JsonText(line.subarray(end + 1)) };
}

/**
 * A request's line with such a text after its message. A tab separates the two, since JSON has no raw tabs.
 */
export const requestLine = (message: object, { bytes }: JsonText): readonly (string | Buffer)[] => [
  `+${JSON.stringify(message)}\t`,
  bytes,
  '\n',
];

/** The two parts of a request; the text is undefined if the line is only a message. */
export function readRequestLine(line: Buffer): { readonly message: string; readonly text?: JsonText } {
  const end = line[0] === REQUEST_MARK ? line.indexOf(TAB) : -1;
  if (end === -1) return { message: line.toString('utf8') };
  return { message: line.toString('utf8', 1, end), text: new JsonText(line.subarray(end + 1)) };
}
