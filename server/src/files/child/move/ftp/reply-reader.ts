import { Refusal } from '#faults/refusal';
import { shownReply } from '../source';

export interface Reply {
  /** Three digits. */
  readonly code: number;
  /** Lines without their codes, as Latin-1. */
  readonly lines: readonly string[];
}

/** Bounds of one reply: bytes of a line, and lines. */
const LINE_MAX = 8 * 1024;
const LINES_MAX = 1000;
const FIRST_LINE = /^([1-6]\d\d)([ -])(.*)$/s;

export const textOf = ({ code, lines }: Reply): string => `${code} ${lines.at(-1) ?? ''}`;

/** Splits the bytes of a control connection into replies (RFC 959, 4.2), and refuses everything else. */
export class ReplyReader {
  private rest = '';
  private open: { readonly code: string; readonly lines: string[] } | undefined;

  constructor(
    private readonly server: string,
    private readonly onReply: (reply: Reply) => void,
  ) {}

  /** Bytes that belong to no complete reply yet. */
  get hasRest(): boolean {
    return this.rest !== '' || this.open !== undefined;
  }

  /** Throws `move-protocol-broken`. */
  take(bytes: Buffer): void {
    this.rest += bytes.toString('latin1');
    for (let end = this.rest.indexOf('\n'); end >= 0; end = this.rest.indexOf('\n')) {
      const line = this.rest.slice(0, end).replace(/\r$/, '');
      this.rest = this.rest.slice(end + 1);
      if (line.length > LINE_MAX) throw this.broken(line);
      this.takeLine(line);
    }
    if (this.rest.length > LINE_MAX) throw this.broken(this.rest);
  }

  private takeLine(line: string): void {
    const { open } = this;
    if (!open) return this.begin(line);
    const isLast = line.startsWith(`${open.code} `);
    open.lines.push(isLast || line.startsWith(`${open.code}-`) ? line.slice(4) : line);
    if (open.lines.length > LINES_MAX) throw this.broken(line);
    if (!isLast) return;
    this.open = undefined;
    this.onReply({ code: Number(open.code), lines: open.lines });
  }

  private begin(line: string): void {
    const [, code, mark, text] = FIRST_LINE.exec(line) ?? [];
    if (code === undefined || text === undefined) throw this.broken(line);
    if (mark === '-') this.open = { code, lines: [text] };
    else this.onReply({ code: Number(code), lines: [text] });
  }

  private broken(line: string): Refusal {
    const reply = shownReply(line.slice(0, 400));
    return new Refusal('move-protocol-broken', { values: { server: this.server, reply } });
  }
}
