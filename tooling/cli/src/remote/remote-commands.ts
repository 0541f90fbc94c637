import type { Command } from 'commander';
import type { Tools } from '../tools';
import { registryCommands } from './registry-commands';
import { trafficCommands } from './traffic-commands';
import { workshopCommands } from './workshop-commands';

export function remoteCommands(program: Command, tools: Tools): void {
  const remote = program.command('remote').description('parts of the console that teams build on their own');
  workshopCommands(remote, tools);
  registryCommands(remote, tools);
  trafficCommands(remote, tools);
}
