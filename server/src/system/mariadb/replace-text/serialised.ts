/**
 * Serialised PHP is text with lengths in it: `s:5:"hello"`. A replacement in a string must change its length,
 * also if the string itself holds serialised PHP. All lengths are bytes, so this module works on text with
 * one character per byte.
 */

const BEGINS = /^(?:[abdisOCr]:|N;)/;

class Unreadable extends Error {}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly change: (text: string) => string,
  ) {}

  all(): string {
    const value = this.value();
    if (this.at !== this.text.length) throw new Unreadable();
    return value;
  }

  private take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) throw new Unreadable();
    this.at += found[0].length;
    return found;
  }

  private value(depth = 0): string {
    if (depth > 200) throw new Unreadable();
    switch (this.text.charAt(this.at)) {
      case 's':
        return this.string();
      case 'a':
        return this.list(/a:(\d{1,9}):\{/y, depth);
      case 'O':
        return this.list(/O:\d{1,9}:"[^"]{1,255}":(\d{1,9}):\{/y, depth);
      case 'C':
        return this.custom();
      default:
        return this.take(/N;|[bdirR]:[-+.\dEeINFA]{1,40};/y)[0];
    }
  }

  private raw(length: number): string {
    const end = this.at + length;
    if (end > this.text.length) throw new Unreadable();
    const text = this.text.slice(this.at, end);
    this.at = end;
    return text;
  }

  private string(): string {
    const [, length] = this.take(/s:(\d{1,10}):"/y);
    const text = this.raw(Number(length));
    this.take(/";/y);
    const changed = this.change(text);
    return `s:${changed.length}:"${changed}";`;
  }

  /** A class defines this format itself, so the text stays unchanged. */
  private custom(): string {
    const [head, length] = this.take(/C:\d{1,9}:"[^"]{1,255}":(\d{1,10}):\{/y);
    const text = this.raw(Number(length));
    this.take(/\}/y);
    return `${head}${text}}`;
  }

  private list(pattern: RegExp, depth: number): string {
    const [head, count] = this.take(pattern);
    const parts: string[] = [head];
    for (let left = Number(count); left > 0; left -= 1) {
      parts.push(this.value(depth + 1), this.value(depth + 1));
    }
    this.take(/\}/y);
    return `${parts.join('')}}`;
  }
}

export interface ChangedText {
  readonly text: string;
  /** Whether lengths were rewritten. */
  readonly serialised: boolean;
}

/** Changes the texts in a value. Text that only looks like serialised PHP is treated as plain text. */
export function changeIn(value: string, change: (text: string) => string): ChangedText {
  const plain = change(value);
  if (plain === value) return { text: value, serialised: false };
  if (BEGINS.test(value)) {
    try {
      const text = new Reader(value, (inner) => changeIn(inner, change).text).all();
      return { text, serialised: true };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }
  return { text: plain, serialised: false };
}
