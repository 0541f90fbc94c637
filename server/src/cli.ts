import { sitedeckProgram } from './cli/program';
import { CommandRefusal, providerDoor } from './cli/provider-door';
import { readPassword } from './cli/read-password';

const say = (line: string) => void process.stdout.write(`${line}\n`);

sitedeckProgram({ call: providerDoor(process.env), say, askPassword: readPassword })
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    if (!(error instanceof CommandRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
