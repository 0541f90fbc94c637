import { freePorts } from '../../e2e/src/ports';

const LISTEN = /(?<=^\s*listen )(\S*?):(\d+)(?=[ ;])/gm;

/**
 * The same nginx configuration with a free port for each of its ports: the console's as well as the admin tool's.
 * @returns the new ports by the old ones
 */
export async function onFreePorts(
  conf: string,
): Promise<{ readonly conf: string; readonly ports: ReadonlyMap<number, number> }> {
  const ipv4 = conf.replaceAll(/^\s*listen \[.*\n/gm, '');
  const taken = [...new Set([...ipv4.matchAll(LISTEN)].map(([, , port]) => Number(port)))];
  const free = await freePorts(taken.length);
  const ports = new Map(taken.map((port, index) => [port, free[index] ?? 0]));
  const moved = ipv4.replaceAll(
    LISTEN,
    (_all, address: string, port: string) => `${address}:${ports.get(Number(port)) ?? 0}`,
  );
  return { conf: moved, ports };
}
