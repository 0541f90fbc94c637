import { Command } from 'commander';
import type { ServerAccess, ServerOptions } from './server-address';
import { providerCall } from './provider-call';
import { hostCommands } from './provider/host-commands';
import { accountCommands, keyCommands, tokenCommands } from './provider/portal-commands';
import { registryCommands } from './remote/registry-commands';
import { trafficCommands } from './remote/traffic-commands';
import { developCommands } from './remote/develop-commands';
import type { Tools } from './tools';

export type { Command } from 'commander';

export type ProgramParts = Pick<Tools, 'say' | 'askPassword' | 'cwd' | 'console'> & {
  /** Called once, by the first command that needs a server. */
  readonly findServer: (options: ServerOptions) => ServerAccess | Promise<ServerAccess>;
  /** Adds the commands that only this installation has. */
  readonly addCommands?: (program: Command, tools: Pick<Tools, 'cwd' | 'say'>) => void;
};

/** The command line: a command either makes one call of the provider API or works on a remote's folder. */
export function sitedeckProgram({ findServer, addCommands, ...own }: ProgramParts): Command {
  const program = new Command('sitedeck')
    .description('SiteDeck for providers and for teams that build a remote.')
    .option('--server <origin>', 'of the console (SITEDECK_URL)')
    .option(
      '--registry <address>',
      "origin of the provider's listener, or unix:/path (SITEDECK_REGISTRY); the key is SITEDECK_KEY",
    )
    .showHelpAfterError()
    .exitOverride();
  let found: Promise<ServerAccess> | undefined;
  const server = () => (found ??= Promise.resolve(findServer(program.opts<ServerOptions>())));
  const tools: Tools = { ...own, server, call: providerCall(server) };
  accountCommands(program, tools);
  hostCommands(program, tools);
  tokenCommands(program, tools);
  keyCommands(program, tools);
  remoteCommands(program, tools);
  addCommands?.(program, tools);
  return program;
}

function remoteCommands(program: Command, tools: Tools): void {
  const remote = program.command('remote').description('parts of the console that teams build on their own');
  developCommands(remote, tools);
  registryCommands(remote, tools);
  trafficCommands(remote, tools);
}
