import { z } from 'zod';
import { jsonLine } from './json-line';

const Told = z.object({ message_type: z.string(), message: z.string().default('') });

/** The rest of such a line is a path and what befell it; a path may hold any words. */
const BEFELL = /^ignoring error for .*: (.*)$/;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

function ownLine(line: string): string {
  const { data } = Told.safeParse(line.startsWith('{') ? jsonLine(line) : undefined);
  // Of a file that could not be read: its name and a number.
  if (data) return data.message_type === 'error' ? '' : data.message;
  return (BEFELL.exec(line)?.[1] ?? line).replace(QUOTED, '""');
}

/** What the engine says without the names of files in it: a host may call its files as it likes. */
export const ownWords = (said: string): string => said.split('\n').map(ownLine).join('\n');
