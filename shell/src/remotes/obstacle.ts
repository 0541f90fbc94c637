import type { BootRemote } from '@sitedeck/contract';
import { compatibilityOf } from './compatibility';
import type { RemoteCause } from './remote-cause';

/** Why a remote must not be loaded, as far as that is known before loading anything. */
export function obstacleOf(remote: BootRemote): RemoteCause | undefined {
  if (remote.refused) return { is: 'refused', reason: remote.refused };
  const fit = compatibilityOf(remote);
  return fit === 'fits' ? undefined : { is: 'incompatible', why: fit };
}
