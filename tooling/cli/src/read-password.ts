import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandRefusal } from './refusal';

/**
 * Reads a password from the terminal without echo, or the first line of piped input: never from an argument, which `ps`
 * shows.
 */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write('Password: ');
  const lines = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY });
  try {
    for await (const line of lines) {
      if (stdin.isTTY) stderr.write('\n');
      return line;
    }
  } finally {
    lines.close();
  }
  throw new CommandRefusal('No password on standard input');
}
