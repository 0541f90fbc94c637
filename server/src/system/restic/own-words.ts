import { z } from 'zod';
import { jsonLine } from './json-line';

const Told = z.object({ message_type: z.string(), message: z.string().default('') });

/** The rest of what it says is paths and what befell them: a path may hold any words, and ends of lines among them. */
const NAMING = /^ignoring error for /m;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Whether a line names a file, so that nothing after it tells what is a name and what is not. */
export const namesFile = (said: string): boolean => NAMING.test(said);

function ownLine(line: string): string {
  const { data } = Told.safeParse(line.startsWith('{') ? jsonLine(line) : undefined);
  // Of a file that could not be read: its name and a number.
  if (data) return data.message_type === 'error' ? '' : data.message;
  return line.replace(QUOTED, '""');
}

/** What the engine says without the names of files in it: a host may call its files as it likes. */
export function ownWords(said: string): string {
  const [own = ''] = said.split(NAMING, 1);
  return own.split('\n').map(ownLine).join('\n');
}
