import { CommanderError } from 'commander';
import type { ServerOptions, ServerAccess } from './server-address';
import { sitedeckProgram, type ProgramParts } from './program';
import { readPassword } from './read-password';
import { CommandRefusal } from './refusal';

const REFUSED = 1;
const MISUSED = 2;

/** How an installed command line finds server and console. */
interface Installation {
  readonly findServer: (options: ServerOptions) => ServerAccess | Promise<ServerAccess>;
  /** Folder of a built console. */
  readonly console: string;
  readonly addCommands?: NonNullable<ProgramParts['addCommands']>;
}

/** Runs one command. Status: 0 on success, 1 if it was refused, with the reason, 2 if it was not understood. */
export async function runSitedeck({ findServer, console, ...installed }: Installation): Promise<void> {
  const program = sitedeckProgram({
    findServer,
    console,
    ...installed,
    say: (line) => void process.stdout.write(`${line}\n`),
    askPassword: readPassword,
    // npm changes into the package's folder; INIT_CWD names where it was called.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
  });
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    process.exitCode = statusOf(error);
  }
}

function statusOf(error: unknown): number {
  // commander has already printed its message or its help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSED;
  if (!(error instanceof CommandRefusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  return REFUSED;
}
