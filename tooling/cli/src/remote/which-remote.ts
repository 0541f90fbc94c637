import { RemoteName, RemoteVersion } from '@sitedeck/contract';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readManifest } from '../preset/remote-manifest';
import { CommandRefusal } from '../refusal';
import { table } from '../print';

/** Resolves a remote's folder from the command line; it holds `remote.json`. */
export function remoteFolder(cwd: string, given = '.'): string {
  const folder = resolve(cwd, given);
  if (!existsSync(join(folder, 'remote.json')))
    throw new CommandRefusal(`${folder} has no remote.json: change to a remote's folder, or name it`);
  return folder;
}

/** Reads the manifest, or reports every mistake in it. */
export function manifestOf(folder: string): ReturnType<typeof readManifest> {
  try {
    return readManifest(folder);
  } catch (error) {
    throw new CommandRefusal(`remote.json is not valid:\n${mistakes(error)}`, { cause: error });
  }
}

function mistakes(error: unknown): string {
  if (!(error instanceof z.ZodError)) return `  ${error instanceof Error ? error.message : String(error)}`;
  return table(
    ['  WHERE', 'WHAT'],
    error.issues.map(({ path, message }) => [`  ${path.join('.') || 'remote.json'}`, message]),
  );
}

export interface RemoteOption {
  /** By default, the remote in the folder where the command runs. */
  readonly remote?: string;
}

export const withRemote = (command: Command): Command =>
  command.option('--remote <name>', 'else the one of this folder');

export function nameOf(cwd: string, { remote }: RemoteOption): string {
  const name = remote ?? manifestOf(remoteFolder(cwd)).name;
  if (!RemoteName.safeParse(name).success) throw new CommandRefusal(`${name} is not a remote name`);
  return name;
}

/** The version from the command line, else the one in `remote.json`. */
export function versionOf(cwd: string, given: string | undefined): string {
  const version = given ?? manifestOf(remoteFolder(cwd)).version;
  if (!RemoteVersion.safeParse(version).success)
    throw new CommandRefusal(`${version} is not a version: write it as 1.2.3`);
  return version;
}
