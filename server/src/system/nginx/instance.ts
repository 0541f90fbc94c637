import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '#system/process/exec';
import type { Paths } from '#system/settings/paths';
import type { NginxEngine } from './engine';

/** The console and the sites have separate masters: a crash or reload of one does not affect the other. */
export type InstanceName = 'front' | 'sites';

export interface Instance {
  readonly name: InstanceName;
  /** Holds the generations of its configuration, and `current`, a link to the live one. */
  readonly folder: string;
  readonly current: string;
  readonly temp: string;
  readonly pidFile: string;
  /** Reports which generation is being served. */
  readonly statusSocket: string;
  /** All unix sockets that it listens on. */
  readonly sockets: readonly string[];
  readonly errorLog: string;
}

export function instanceOf(places: Paths, name: InstanceName): Instance {
  const folder = places.nginx[name];
  const statusSocket = join(places.run, 'nginx', `${name}.sock`);
  return {
    name,
    folder,
    current: join(folder, 'current'),
    temp: join(folder, 'temp'),
    pidFile: join(places.run, 'nginx', `${name}.pid`),
    statusSocket,
    sockets: name === 'sites' ? [statusSocket, places.originSocket] : [statusSocket],
    errorLog: join(places.logs, `nginx-${name}.log`),
  };
}

/** Before a start: a killed master leaves the files of its sockets, and the next one could not create them. */
export async function removeSockets({ sockets }: Instance): Promise<void> {
  for (const socket of sockets) await rm(socket, { force: true });
}

const quoted = (path: string) => `"${path}"`;

/** Runs in the foreground. Every HUP makes it read its configuration through the link again. */
export function serveCommand(engine: NginxEngine, instance: Instance): Command {
  const globals = `daemon off; pid ${quoted(instance.pidFile)};`;
  const args = ['-e', instance.errorLog, '-p', instance.folder, '-c', join(instance.current, 'nginx.conf')];
  return { file: engine.file, args: [...args, '-g', globals] };
}

/**
 * Makes nginx check a candidate, with a pid file of its own, so that the live master's file stays untouched.
 */
export function checkCommand(engine: NginxEngine, instance: Instance, candidate: string): Command {
  const globals = `pid ${quoted(`${instance.pidFile}.check`)};`;
  return {
    file: engine.file,
    args: [
      '-q',
      '-t',
      '-e',
      'stderr',
      '-p',
      instance.folder,
      '-c',
      join(candidate, 'nginx.conf'),
      '-g',
      globals,
    ],
  };
}
