import type { BootRemote } from '@sitedeck/contract';
import { compatibilityOf } from './compatibility';
import type { RemoteCause } from './remote-cause';

/** What is known to keep a remote out before anything of it is loaded. */
export function obstacleOf(remote: BootRemote): RemoteCause | undefined {
  if (remote.refused) return { is: 'refused', reason: remote.refused };
  const fit = compatibilityOf(remote);
  return fit === 'fits' ? undefined : { is: 'incompatible', why: fit };
}
