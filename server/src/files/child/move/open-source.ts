import type { MoveSource } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { checkedAddresses, type EgressRules } from '#system/egress/checked-addresses';
import { FtpSession } from './ftp/ftp-session';
import { SessionPool } from './session-pool';
import { SftpSession } from './sftp/sftp-session';
import { SESSIONS_MAX, type SourceLimits, type SourceSession } from './source';

export interface SourceOptions {
  readonly source: MoveSource;
  readonly networks: EgressRules;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
}

function openSession({ source, limits, signal }: SourceOptions, address: string): Promise<SourceSession> {
  const at = { source, address, limits, signal };
  return source.protocol === 'sftp' ? SftpSession.open(at) : FtpSession.open(at);
}

/**
 * Connections to a source, at an address that the egress filter has checked. Refuses with `move-address-refused`, or with
 * `move-unreachable` if the name has none.
 */
export async function openSource(options: SourceOptions): Promise<SessionPool> {
  const { source, networks, limits, signal } = options;
  const { server } = source;
  const checked = await checkedAddresses(server, networks, signal);
  if (checked.is === 'refused') throw new Refusal('move-address-refused', { values: { server } });
  if (checked.is === 'unknown') throw new Refusal('move-unreachable', { values: { server, why: 'DNS' } });
  const [address] = checked.addresses;
  const sessionsMax = SESSIONS_MAX[source.protocol];
  return new SessionPool({ open: () => openSession(options, address), server, sessionsMax, limits, signal });
}
