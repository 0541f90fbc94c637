import type { HostCode, TargetAddress } from '@sitedeck/contract';
import { scanKeys } from '#system/restic/target/host-key';
import { openTarget } from '#system/restic/target/open-target';
import { resolveAllowedAddress, type Networks } from '#system/restic/target/resolve-address';
import type { BackupTools } from '../tools';
import { ensureTargetRepository, targetFault } from './target-repository';

/** The owner waits at most this long for a test, ms. */
const TIMEOUT_MS = 60_000;

type TestResult = { is: 'works' } | { is: 'confirm-key'; fingerprint: string };

const withTimeout = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);

async function readFingerprint(
  { host, port }: { readonly host: string; readonly port: number },
  networks: Networks,
  signal: AbortSignal,
): Promise<TestResult> {
  const address = await resolveAllowedAddress(host, networks, signal);
  const [key] = await scanKeys({ address, port }, signal);
  return { is: 'confirm-key', fingerprint: key?.fingerprint ?? '' };
}

/**
 * Checks that a target can take copies, and creates the repository there. An SFTP server's key has to be confirmed
 * first.
 */
export async function testTarget(
  tools: BackupTools,
  { hostCode, place }: { readonly hostCode: HostCode; readonly place: TargetAddress },
  signal: AbortSignal,
): Promise<TestResult> {
  const rethrow = (error: unknown): never => {
    throw targetFault(error);
  };
  if (place.is === 'sftp' && place.fingerprint === undefined)
    return readFingerprint(place, tools, withTimeout(signal)).catch(rethrow);
  // Creates the host's own repository if it has none, since the copy shares its password.
  return tools.repositories.useShared(hostCode, async (local) => {
    const limited = withTimeout(signal);
    const opening = { local, networks: tools, onBytes: () => undefined, signal: limited };
    const target = await openTarget(place, opening).catch(rethrow);
    try {
      await ensureTargetRepository(tools, { hostCode, remote: target.repository, local }, limited);
      return { is: 'works' as const };
    } catch (error) {
      return rethrow(error);
    } finally {
      await target.close();
    }
  });
}
