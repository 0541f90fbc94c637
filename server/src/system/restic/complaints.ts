import { namesFile } from './own-words';

/** Of what the engine complains of the last is kept, characters. */
const SAID_MAX = 16 * 1024;

/** What the engine complains of, line by line. From the first line on that names a file, any may be part of a name. */
export class Complaints {
  private own = '';
  private first = '';
  private rest = '';

  get said(): string {
    return this.own + this.first + this.rest;
  }

  /** Whether what came so far is the engine's own. */
  get isOwn(): boolean {
    return this.first === '';
  }

  add(line: string): void {
    if (!this.isOwn) this.rest = `${this.rest}${line}\n`.slice(-SAID_MAX);
    else if (namesFile(line)) this.first = `${line}\n`;
    else this.own = `${this.own}${line}\n`.slice(-SAID_MAX);
  }
}
