import { Refusal } from '#faults/refusal';

/** Longest line of a listing: a path's 4,096 bytes and its facts. */
const LINE_MAX = 8 * 1024;

/** Splits a listing into lines, as Latin-1; no line and no memory grows without end. */
export class LineSplitter {
  private rest = '';

  constructor(
    private readonly server: string,
    private readonly onLine: (line: string) => void,
  ) {}

  take(bytes: Buffer): void {
    const lines = (this.rest + bytes.toString('latin1')).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.pass(line);
    if (this.rest.length > LINE_MAX) this.pass(this.rest);
  }

  end(): void {
    if (this.rest !== '') this.pass(this.rest);
    this.rest = '';
  }

  private pass(line: string): void {
    if (line.length > LINE_MAX)
      throw new Refusal('move-protocol-broken', {
        values: { server: this.server, reply: line.slice(0, 100).replace(/[^ -~]/g, '?') },
      });
    this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
