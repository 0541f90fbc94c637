import type { ReasonKey } from './reasons';

/** One logical line; `text` is its source without indentation. */
export interface Directive {
  readonly line: number;
  readonly text: string;
  /** Lower-case name; names of sections begin with `<`. */
  readonly name: string;
  readonly args: readonly string[];
}

export interface Section extends Directive {
  readonly children: readonly Node[];
}

export type Node = ({ readonly is: 'directive' } & Directive) | ({ readonly is: 'section' } & Section);

export interface ReadFault {
  readonly line: number;
  readonly text: string;
  readonly reason: ReasonKey;
  readonly value?: string;
}

const LINE_MAX = 8192;
const DEEPEST = 16;
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/;

/** Splits at blanks, except inside quotes or after a backslash. */
export function splitArguments(text: string): string[] {
  const found: string[] = [];
  const one = /\s*(?:"((?:\\.|[^"\\])*)"?|'((?:\\.|[^'\\])*)'?|((?:\\.|[^\s\\]|\\$)+))/gy;
  for (let match = one.exec(text); match && match[0] !== ''; match = one.exec(text)) {
    const [, double, single, bare] = match;
    if (double !== undefined) found.push(double.replaceAll('\\"', '"'));
    else if (single !== undefined) found.push(single.replaceAll("\\'", "'"));
    else found.push(bare ?? '');
  }
  return found;
}

interface Logical {
  readonly line: number;
  readonly text: string;
}

/** Joins lines that end with a backslash; drops comments and empty lines. */
function logicalLines(text: string): Logical[] {
  const found: Logical[] = [];
  let pending: { line: number; parts: string[] } | undefined;
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    pending ??= { line: index + 1, parts: [] };
    if (raw.endsWith('\\')) {
      pending.parts.push(raw.slice(0, -1));
      return;
    }
    pending.parts.push(raw);
    found.push({ line: pending.line, text: pending.parts.join('').trim() });
    pending = undefined;
  });
  if (pending) found.push({ line: pending.line, text: pending.parts.join('').trim() });
  return found.filter((line) => line.text !== '' && !line.text.startsWith('#'));
}

interface Open {
  readonly directive: Directive;
  readonly children: Node[];
}

class Reader {
  readonly faults: ReadFault[] = [];
  readonly top: Node[] = [];
  private readonly open: Open[] = [];
  /** Number of open sections that are nested deeper than the limit. */
  private below = 0;

  line({ line, text }: Logical): void {
    if (text.length > LINE_MAX) return this.fault({ line, text }, 'too-long', String(LINE_MAX));
    if (CONTROL.test(text)) return this.fault({ line, text }, 'control-character');
    if (text.startsWith('</')) return this.close({ line, text });
    if (text.startsWith('<')) return this.begin({ line, text });
    if (this.below === 0) this.add({ is: 'directive', ...directiveOf({ line, text }) });
  }

  end(): void {
    while (this.open.length > 0) {
      const left = this.pop();
      if (left) this.fault(left, 'unclosed', left.name.slice(1));
    }
  }

  private fault({ line, text }: Logical, reason: ReasonKey, value?: string): void {
    this.faults.push({ line, text, reason, ...(value !== undefined && { value }) });
  }

  private add(node: Node): void {
    (this.open.at(-1)?.children ?? this.top).push(node);
  }

  private begin(logical: Logical): void {
    if (this.open.length >= DEEPEST) {
      if (this.below === 0) this.fault(logical, 'too-deep');
      this.below += 1;
      return;
    }
    const directive = directiveOf({ ...logical, text: logical.text.replace(/\s*>$/, '') });
    this.open.push({ directive: { ...directive, text: logical.text }, children: [] });
  }

  private pop(): Directive | undefined {
    const last = this.open.pop();
    if (last) this.add({ is: 'section', ...last.directive, children: last.children });
    return last?.directive;
  }

  private close(logical: Logical): void {
    if (this.below > 0) {
      this.below -= 1;
      return;
    }
    const name = `<${logical.text.slice(2).replace(/\s*>$/, '').toLowerCase()}`;
    if (this.open.at(-1)?.directive.name === name) this.pop();
    else this.fault(logical, 'stray-close', logical.text);
  }
}

function directiveOf({ line, text }: Logical): Directive {
  const end = text.search(/\s/);
  const name = (end < 0 ? text : text.slice(0, end)).toLowerCase();
  return { line, text, name, args: end < 0 ? [] : splitArguments(text.slice(end)) };
}

/** Reads the sections and directives of a file, and reports lines that are invalid. */
export function readHtaccess(
  text: string,
  linesMax: number,
): {
  readonly nodes: readonly Node[];
  readonly faults: readonly ReadFault[];
} {
  const reader = new Reader();
  const lines = logicalLines(text);
  for (const line of lines.slice(0, linesMax)) reader.line(line);
  const [more] = lines.slice(linesMax);
  if (more) reader.faults.push({ ...more, reason: 'too-much' });
  reader.end();
  return { nodes: reader.top, faults: reader.faults };
}
