import type { Isolation } from '#system/process/identity';
import type { CageState } from './engine';
import type { Shares } from './shares/shares';

/**
 * How far programs of hosts are kept apart on this machine. 1: cages, uids and shares. 2: cages and uids. 3: cages under
 * one uid, without root. 4: uids, as in most containers. 5: not at all. The operator's guide describes them.
 */
export type IsolationLevel = 1 | 2 | 3 | 4 | 5;

export interface IsolationFacts {
  readonly isolation: Isolation;
  readonly cages: CageState;
  readonly shares: Shares;
}

export function isolationLevel({ isolation, cages, shares }: IsolationFacts): IsolationLevel {
  if (isolation.is === 'single') return cages === 'off' ? 5 : 3;
  if (cages === 'off') return 4;
  return shares.is === 'on' ? 1 : 2;
}
