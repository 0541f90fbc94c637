import { Command } from 'commander';
import type { Door, DoorOptions } from './door';
import { providerCall } from './provider-call';
import { hostCommands } from './provider/host-commands';
import { accountCommands, keyCommands, tokenCommands } from './provider/portal-commands';
import { remoteCommands } from './remote/remote-commands';
import type { Tools } from './tools';

export type Surroundings = Pick<Tools, 'say' | 'askPassword' | 'cwd' | 'console'> & {
  /** Called once, by the first command that needs a server. */
  readonly openDoor: (options: DoorOptions) => Door | Promise<Door>;
};

/** The command line: a command either makes one call of the provider API or works on a remote's folder. */
export function sitedeckProgram({ openDoor, ...own }: Surroundings): Command {
  const program = new Command('sitedeck')
    .description('SiteDeck for providers and for teams that build a remote.')
    .option('--server <origin>', 'of the console (SITEDECK_URL)')
    .option(
      '--registry <address>',
      "origin of the provider's listener, or unix:/path (SITEDECK_REGISTRY); the key is SITEDECK_KEY",
    )
    .showHelpAfterError()
    .exitOverride();
  let opened: Promise<Door> | undefined;
  const door = () => (opened ??= Promise.resolve(openDoor(program.opts<DoorOptions>())));
  const tools: Tools = { ...own, door, call: providerCall(door) };
  accountCommands(program, tools);
  hostCommands(program, tools);
  tokenCommands(program, tools);
  keyCommands(program, tools);
  remoteCommands(program, tools);
  return program;
}
