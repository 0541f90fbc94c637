import { HostCode } from '@sitedeck/contract';
import { EdgeCache } from '#system/edge/edge-cache';

/** A test process that purges a host like a worker: prints how many pages it removed, then waits to be killed. */
const [, script = '', folder, hostCode] = process.argv;

if (script.endsWith('purge-process.mjs') && folder !== undefined && hostCode !== undefined) {
  const edge = new EdgeCache({ folder, onFailed: (err) => console.error(err) });
  void edge.purgeAll(HostCode.parse(hostCode)).then((removed) => process.stdout.write(`purged ${removed}\n`));
  setInterval(() => undefined, 60_000);
}
