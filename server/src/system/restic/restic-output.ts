import { z } from 'zod';

/** Parses a line of restic's output; undefined if it is not JSON. */
export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const Message = z.object({ message_type: z.string(), message: z.string().default('') });

/** What follows names files. A tenant can choose a file name that reads like an error of restic, even with line feeds. */
const FILE_ERROR = /^ignoring error for /m;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Whether a line names a file. From there on, file names and restic's own messages can't be distinguished. */
export const mentionsFile = (stderr: string): boolean => FILE_ERROR.test(stderr);

function messageOf(line: string): string {
  const { data } = Message.safeParse(line.startsWith('{') ? parseJsonLine(line) : undefined);
  // A message of type `error` is about a file that could not be read, and holds its name.
  if (data) return data.message_type === 'error' ? '' : data.message;
  return line.replace(QUOTED, '""');
}

/** Removes file names from restic's messages, so that a tenant's file names can't pass as errors. */
export function withoutFileNames(stderr: string): string {
  const [own = ''] = stderr.split(FILE_ERROR, 1);
  return own.split('\n').map(messageOf).join('\n');
}

/** Characters of stderr that are kept, from its end. */
const STDERR_MAX = 16 * 1024;

/** Collects restic's stderr, separately before and after the first line that names a file. */
export class StderrLog {
  private own = '';
  private firstFileLine = '';
  private rest = '';

  get text(): string {
    return this.own + this.firstFileLine + this.rest;
  }

  /** True until a line names a file: everything so far is restic's own text. */
  get isOwn(): boolean {
    return this.firstFileLine === '';
  }

  add(line: string): void {
    if (!this.isOwn) this.rest = `${this.rest}${line}\n`.slice(-STDERR_MAX);
    else if (mentionsFile(line)) this.firstFileLine = `${line}\n`;
    else this.own = `${this.own}${line}\n`.slice(-STDERR_MAX);
  }
}
