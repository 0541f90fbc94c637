import { createServer } from 'node:net';
import { codeOf } from '../error-code';
import { StartRefusal } from './start-refusal';

export interface WantedPort {
  /** Name of the setting. */
  readonly name: string;
  /** Undefined: every address. */
  readonly host: string | undefined;
  readonly port: number;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it',
  EACCES: 'only root may use ports below 1024',
  EADDRNOTAVAIL: 'this machine has no such address',
};

function tryPort({ host, port }: WantedPort): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? 'unknown'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

const clash = (one: WantedPort, other: WantedPort): boolean =>
  one.port === other.port && (one.host === other.host || one.host === undefined || other.host === undefined);

/** Refuses with the setting's name where a port can't be had. */
export async function checkPorts(wanted: readonly WantedPort[]): Promise<void> {
  wanted.forEach((each, index) => {
    const first = wanted.slice(0, index).find((other) => clash(each, other));
    if (first) throw new StartRefusal(`${each.name}: port ${each.port} is that of ${first.name}`);
  });
  for (const each of wanted) {
    const code = await tryPort(each);
    if (code !== undefined) {
      throw new StartRefusal(`${each.name}: port ${each.port} can't be used: ${WHY[code] ?? code}`);
    }
  }
}
